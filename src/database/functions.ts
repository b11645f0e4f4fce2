import { MAX_SKEW_MS } from '../kernel/clock.ts'
import type { Migration } from './migration.ts'

const maxSkew = `interval '${MAX_SKEW_MS / 1_000} seconds'`

/**
 * Integer ids from the sequences `app.seq_{kind}`. Every role may take advisory locks (docs/threats.md T88), so `raise_ids` locks the
 * sequence with an ALTER SEQUENCE that changes nothing. It waits for transactions that have called `nextval`.
 */
const ids: Migration = {
  name: 'ids',
  isRepeatable: true,
  sql: `
    create or replace function app.next_ids(p_kind text, p_count integer) returns setof bigint language sql as $$
      select nextval(format('app.%I', 'seq_' || p_kind)::regclass) from generate_series(1, p_count)
    $$;

    create or replace function app.raise_ids(p_kind text, p_highest bigint) returns void language plpgsql as $$
    declare
      v_last bigint;
    begin
      if p_highest < 1 then return; end if;
      execute format('alter sequence app.%I owned by none', 'seq_' || p_kind);
      execute format('select case when is_called then last_value else 0 end from app.%I', 'seq_' || p_kind) into v_last;
      if v_last < p_highest then
        perform setval(format('app.%I', 'seq_' || p_kind)::regclass, p_highest);
      end if;
    end $$;
  `,
}

/**
 * Sends no notification while the queue is half full. A session that listens and never reads could fill the queue, and then every
 * commit with a notification would fail. Nodes also poll every second.
 */
const wake: Migration = {
  name: 'wake',
  isRepeatable: true,
  sql: `
    create or replace function app.wake(p_channel text, p_payload text) returns void language sql as $$
      select pg_notify(p_channel, p_payload) where pg_notification_queue_usage() < 0.5
    $$;
  `,
}

/**
 * `tell_nodes` sends a message to all nodes when the transaction commits (`Message` of projections/engine). The lock of its version is
 * held until then, so call it last: versions increase in commit order.
 */
const messages: Migration = {
  name: 'messages',
  isRepeatable: true,
  sql: `
    create or replace function app.tell_nodes(p_body json) returns void language sql as $$
      with next as (update engine.live_version set version = version + 1 returning version)
      insert into engine.messages (version, node, body) select version, '00000000-0000-0000-0000-000000000000', p_body from next;
      select app.wake('plp_engine', '');
    $$;
  `,
}

const allowances: Migration = {
  name: 'allowances',
  isRepeatable: true,
  sql: `
    -- Whether a window that began at \`since\` is over. One that a wrong clock began is, too (docs/rules.md R308).
    create or replace function app.is_window_over(since timestamptz, at timestamptz, seconds numeric) returns boolean
    language sql stable as $$ select since <= at - seconds * interval '1 second' or since > at + ${maxSkew} $$;

    -- Consumes an amount in every window and returns 0, or consumes nothing and returns the seconds to wait. A node whose clock is
    -- a little behind never restarts a window.
    create or replace function app.take_allowance(who bigint, what text, amount int, at timestamptz, most int[], lengths int[]) returns int
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
        if second / lengths[nth] > coalesce(present.windows[nth], 0)
          or to_timestamp(present.windows[nth] * lengths[nth]) > at + ${maxSkew} then
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

    create or replace function app.give_back_allowance(who bigint, what text, amount int, at timestamptz, lengths int[]) returns void
    language sql as $$
      update app.allowances a set taken = (
        select array_agg(case when a.windows[nth] = floor(extract(epoch from at))::bigint / lengths[nth]
          then greatest(0, a.taken[nth] - amount) else a.taken[nth] end order by nth)
        from generate_subscripts(a.taken, 1) as nth)
      where user_id = who and name = what
    $$;
  `,
}

/**
 * `keep_answer` stores the answer of a key, or returns the answer that another node has stored. An answer with the id of a person
 * erased in the last ten minutes is not stored: the key is released, and a repeat reads a current answer. No request takes ten
 * minutes. Answers are stored with a ROW SHARE lock on `app.erased_people`; an erasure takes an EXCLUSIVE lock before it clears answers.
 */
const idempotencyKeys: Migration = {
  name: 'idempotency-keys',
  isRepeatable: true,
  sql: `
    -- Claims a key for a node and returns its row. A new key consumes the daily quota, or returns the seconds to wait. A key that
    -- no node works on is claimed again. Keys expire after 24 hours.
    create or replace function app.claim_idempotency_key(
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

    create or replace function app.keep_answer(kept uuid, answered int, said json, named bigint[])
    returns table (status int, body json) language plpgsql as $$
    #variable_conflict use_column
    begin
      lock table app.erased_people in row share mode;
      if exists (
        select from app.erased_people e where e.user_id = any(named) and e.erased_at > clock_timestamp() - interval '10 minutes'
      ) then
        update app.idempotency_keys k set node = null where k.id = kept and k.status is null;
        return;
      end if;
      update app.idempotency_keys k set status = answered, body = said where k.id = kept and k.status is null;
      if found then
        return;
      end if;
      return query select k.status, k.body from app.idempotency_keys k where k.id = kept and k.status is not null;
    end $$;
  `,
}

/** Functions in the schema `app`. */
export const functions: readonly Migration[] = [ids, wake, messages, allowances, idempotencyKeys]
