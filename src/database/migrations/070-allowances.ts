import type { Migration } from '../migration.ts'

/**
 * What each player has done in the present windows of the clock, one row for each kind of thing: `windows` are their numbers since
 * 1970, `taken` how much was done in each. Unlogged: a crash of the server forgets the counts, a commit waits for no disk.
 */
export const allowances: Migration = {
  name: '070-allowances',
  sql: `
    create unlogged table app.allowances (
      user_id bigint not null,
      name text collate "C" not null,
      windows bigint[] not null,
      taken int[] not null,
      last_at timestamptz not null,
      primary key (user_id, name)
    ) with (fillfactor = 70);

    -- Takes an amount from every window, or nothing: 0, or the seconds after which there is room. A window that has begun does not
    -- begin again for a node whose clock is behind.
    create function app.take_allowance(who bigint, what text, amount int, at timestamptz, most int[], lengths int[]) returns int
    language plpgsql as $$
    declare
      second bigint := floor(extract(epoch from at));
      present app.allowances;
      wait bigint := 0;
    begin
      insert into app.allowances values (who, what, array_fill(0::bigint, array[cardinality(most)]), array_fill(0, array[cardinality(most)]), at)
        on conflict (user_id, name) do nothing;
      select * into present from app.allowances where user_id = who and name = what for update;
      for nth in 1 .. cardinality(most) loop
        if second / lengths[nth] > coalesce(present.windows[nth], 0) then
          present.windows[nth] := second / lengths[nth];
          present.taken[nth] := 0;
        end if;
        if present.taken[nth] + amount > most[nth] then
          wait := greatest(wait, (present.windows[nth] + 1) * lengths[nth] - second);
        end if;
      end loop;
      if wait > 0 then
        return wait;
      end if;
      for nth in 1 .. cardinality(most) loop
        present.taken[nth] := present.taken[nth] + amount;
      end loop;
      update app.allowances set windows = present.windows, taken = present.taken, last_at = greatest(last_at, at)
        where user_id = who and name = what;
      return 0;
    end $$;

    create function app.give_back_allowance(who bigint, what text, amount int, at timestamptz, lengths int[]) returns void
    language sql as $$
      update app.allowances a set taken = (
        select array_agg(case when a.windows[nth] = floor(extract(epoch from at))::bigint / lengths[nth]
          then greatest(0, a.taken[nth] - amount) else a.taken[nth] end order by nth)
        from generate_subscripts(a.taken, 1) as nth)
      where user_id = who and name = what
    $$;

    -- The row of a key as it is once asked for: made, where the day's allowance has room (else the seconds until it has), or
    -- taken by a node where nobody works on it. After 24 hours it begins anew.
    create function app.claim_idempotency_key(
      who bigint, name text, asker uuid, at timestamptz, allowance text, most int[], lengths int[]
    ) returns table (wait int, id uuid, node uuid, status int, body json) language plpgsql as $$
    #variable_conflict use_column
    begin
      delete from app.idempotency_keys k where k.user_id = who and k.key = name and k.created_at < at - interval '24 hours';
      if not exists (select from app.idempotency_keys k where k.user_id = who and k.key = name) then
        wait := app.take_allowance(who, allowance, 1, at, most, lengths);
        if wait > 0 then
          return next;
          return;
        end if;
      end if;
      return query insert into app.idempotency_keys as k (user_id, key, node, created_at) values (who, name, asker, at)
        on conflict (user_id, key) do update set node = coalesce(k.node, excluded.node)
        returning 0, k.id, k.node, k.status, k.body;
    end $$;
  `,
}
