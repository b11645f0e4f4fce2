import type { Migration } from '../../database/migration.ts'

/**
 * Sign-in limits that no stranger can turn against the owner of an account, and none can evade by logging in himself.
 *
 * New scopes of `app.login_attempts`: `known` is one account from a browser or an address from which it signed in within 90 days
 * (25 failures an hour; `key` is that of `app.known_places`), `spray` is one address over several accounts (30 an hour over three
 * names or more lock it), `registration` counts registrations of an address.
 *
 * Beyond the limit of an account, strangers try in turn. A place is ten seconds; `place` (of a `pair`) is the one that an
 * address was given, in tens of seconds since 1970, good for five minutes. A `network` (an IPv4 address, the /48 of an IPv6
 * address) is given one at a time. Newcomers, of a network that has neither failed at the account within the hour nor holds a place,
 * take the first place that is free; all others only every second one, or the present one when nobody has it. `newcomer_place` and
 * `other_place` (of an `account`) are the first free of either kind.
 *
 * The functions of 030 stay for nodes of the version before, which run beside newer ones during an update.
 */
export const signInPlaces: Migration = {
  name: '031-sign-in-places',
  sql: `
    create table app.known_places (
      user_id bigint not null references app.credentials on delete cascade,
      place text collate "C" not null,
      seen_at timestamptz not null,
      primary key (user_id, place)
    );
    create index known_places_age on app.known_places (seen_at);

    alter table app.login_attempts
      drop constraint login_attempts_scope_check,
      add constraint login_attempts_scope_check
        check (scope in ('ip', 'pair', 'account', 'known', 'spray', 'registration')),
      add column names text[] not null default '{}',
      add column network text collate "C",
      add column failed_at timestamptz,
      add column place bigint,
      add column newcomer_place bigint,
      add column other_place bigint;
    create index login_attempts_places on app.login_attempts (account_key, network, place)
      where scope = 'pair' and place is not null;
    create index login_attempts_failures on app.login_attempts (account_key, network, failed_at)
      where scope = 'pair' and failed_at is not null;

    -- Gives an address its place at an account, a new one where it has none: when that begins, or when to ask again.
    create function app.place_at(p_ip text, p_network text, p_pair text, p_account text, p_at timestamptz)
    returns timestamptz language plpgsql as $$
    declare
      present bigint := floor(extract(epoch from p_at) / 10);
      mine bigint;
      neighbour bigint;
      theirs app.login_attempts;
      newcomer boolean;
      odd bigint;
      even bigint;
      given bigint;
    begin
      insert into app.login_attempts (scope, key, ip_key, account_key, network, since, last_at)
        values ('pair', p_pair, p_ip, p_account, p_network, p_at, p_at)
        on conflict (scope, key) do update set network = excluded.network, last_at = excluded.last_at
        returning place into mine;
      if mine >= present - 30 then return to_timestamp(mine * 10); end if;
      select * into theirs from app.login_attempts where scope = 'account' and key = p_account for update;
      select max(place) into neighbour from app.login_attempts
        where scope = 'pair' and account_key = p_account and network = p_network and place >= present;
      if neighbour is not null then return to_timestamp((neighbour + 1) * 10); end if;
      newcomer := not exists (
        select from app.login_attempts
        where scope = 'pair' and account_key = p_account and network = p_network and failed_at > p_at - interval '1 hour');
      odd := greatest(coalesce(theirs.newcomer_place, 0), present | 1);
      even := greatest(coalesce(theirs.other_place, 0), present + (present & 1));
      given := case
        when newcomer then least(odd, even)
        when odd = present then odd
        else even
      end;
      -- Half an hour is given away, no more: beyond it whoever asks in time gets what has come free.
      if given > present + 180 then return p_at + interval '1 minute'; end if;
      update app.login_attempts
        set newcomer_place = case when given = odd then odd + 2 else newcomer_place end,
            other_place = case when given = even then even + 2 else other_place end
        where scope = 'account' and key = p_account;
      update app.login_attempts set place = given where scope = 'pair' and key = p_pair;
      return to_timestamp(given * 10);
    end $$;

    -- May this address look at this account's password now? 'look', 'busy' (ask again), 'locked' or 'turn' with the end of the wait.
    -- 'known' says from where this account signed in before: 'browser', 'address' or null.
    create function app.begin_sign_in(
      p_ip text, p_network text, p_pair text, p_account text,
      p_credential text, p_browser_place text, p_address_place text, p_at timestamptz
    ) returns table (verdict text, until timestamptz, known text) language plpgsql as $$
    declare
      lock_end timestamptz;
      spray app.login_attempts;
      v text;
    begin
      -- Waits for a failure that is being counted: it may lock the address.
      select l.locked_until into lock_end from app.login_attempts l where l.scope = 'ip' and l.key = p_ip for update;
      if lock_end > p_at then
        return query select 'locked', lock_end, null;
        return;
      end if;
      if lock_end is not null then
        update app.login_attempts l set failed = 0, locked_until = null
          where l.scope = 'ip' and l.key = p_ip and l.locked_until <= p_at;
      end if;
      known := (
        select case when k.place = p_browser_place then 'browser' else 'address' end
        from app.known_places k join app.credentials c using (user_id)
        where c.account_key = p_credential and c.claimed and k.seen_at > p_at - interval '90 days'
          and k.place in (p_browser_place, p_address_place)
        order by k.place = p_browser_place desc limit 1);

      <<slots>>
      begin
        v := app.reserve_attempt('ip', p_ip, null, null, p_at, 5, interval '15 minutes');
        if v <> 'look' then
          select l.locked_until into lock_end from app.login_attempts l where l.scope = 'ip' and l.key = p_ip;
          return query select case when lock_end > p_at then 'locked' else 'busy' end, lock_end, known;
          return;
        end if;

        if known = 'browser' then
          v := app.reserve_attempt('known', p_browser_place, p_ip, p_account, p_at, 25, interval '1 hour');
          if v = 'look' then
            return query select 'look', null::timestamptz, known;
            return;
          end if;
          if v = 'busy' then raise exception using errcode = 'PLP01'; end if;
          -- Its own counter is used up: from now on it is a stranger.
          known := null;
        end if;

        -- The lock itself is set by the failure; here no more looks run at once than may still fail, and one in any case.
        select * into spray from app.login_attempts l where l.scope = 'spray' and l.key = p_ip;
        v := app.reserve_attempt('spray', p_ip, null, null, p_at,
          case when cardinality(spray.names) >= 3 and spray.since > p_at - interval '1 hour'
            then greatest(30, spray.failed + 1) else 1000000 end,
          interval '1 hour');
        if v <> 'look' then raise exception using errcode = 'PLP01'; end if;

        v := app.reserve_attempt('pair', p_pair, p_ip, p_account, p_at, 10, interval '15 minutes');
        if v <> 'look' then
          lock_end := (select l.since + interval '15 minutes' from app.login_attempts l where l.scope = 'pair' and l.key = p_pair);
          raise exception using errcode = 'PLP01';
        end if;

        if known = 'address' then
          v := app.reserve_attempt('known', p_address_place, p_ip, p_account, p_at, 25, interval '1 hour');
          if v = 'busy' then raise exception using errcode = 'PLP01'; end if;
          if v = 'full' then known := null; end if;
        end if;
        if known is null then
          v := app.reserve_attempt('account', p_account, null, null, p_at, 25, interval '1 hour');
          if v = 'full' then
            v := 'turn';
            lock_end := app.place_at(p_ip, p_network, p_pair, p_account, p_at);
            if lock_end > p_at then raise exception using errcode = 'PLP01'; end if;
            update app.login_attempts l set place = null where l.scope = 'pair' and l.key = p_pair;
            update app.login_attempts l set pending = l.pending + 1, last_at = p_at where l.scope = 'account' and l.key = p_account;
          elsif v = 'busy' then
            raise exception using errcode = 'PLP01';
          end if;
        end if;
        return query select 'look', null::timestamptz, known;
        return;
      exception when sqlstate 'PLP01' then
        -- The slots taken above are given back: nothing is looked at.
        if v = 'turn' then
          -- The place, however, is kept.
          lock_end := app.place_at(p_ip, p_network, p_pair, p_account, p_at);
          if lock_end <= p_at then v := 'busy'; end if;
        end if;
        return query select case v when 'full' then 'locked' else v end, lock_end, known;
      end slots;
    end $$;

    -- Ends a look that was begun as 'known': 'failed', 'succeeded' (clears the address and its own counters of this account, never
    -- those of others) or 'released' (nothing was looked at). Gives the address's failures, after a success those that were
    -- cleared, and the end of the lock that this failure brought.
    create function app.end_sign_in(
      p_ip text, p_network text, p_pair text, p_account text, p_browser_place text, p_address_place text,
      p_known text, p_at timestamptz, p_outcome text
    ) returns table (attempts int, until timestamptz) language plpgsql as $$
    declare
      step int := case p_outcome when 'failed' then 1 else 0 end;
      n int;
      spray app.login_attempts;
    begin
      select failed into n from app.login_attempts where scope = 'ip' and key = p_ip for update;
      n := coalesce(case p_outcome
        when 'succeeded' then n + coalesce(app.settle_attempt('ip', p_ip, p_at, 0, true), 0)
        else app.settle_attempt('ip', p_ip, p_at, step, false) end, 0);

      if p_known is distinct from 'browser' then
        update app.login_attempts
          set names = case
                when step = 0 then names
                when failed = 0 then array[p_account]
                when p_account = any (names) or cardinality(names) >= 3 then names
                else names || p_account
              end,
              failed = failed + step, pending = greatest(pending - 1, 0), last_at = p_at
          where scope = 'spray' and key = p_ip returning * into spray;
        perform app.settle_attempt('pair', p_pair, p_at, step, p_outcome = 'succeeded');
        update app.login_attempts
          set network = p_network, failed_at = case step when 1 then p_at else failed_at end
          where scope = 'pair' and key = p_pair;
      end if;
      if p_known is null then
        perform app.settle_attempt('account', p_account, p_at, step, false);
        -- A turn that came to nothing is taken again.
        if p_outcome = 'released' then
          update app.login_attempts p set place = floor(extract(epoch from p_at) / 10)
            from app.login_attempts a
            where p.scope = 'pair' and p.key = p_pair and a.scope = 'account' and a.key = p_account and a.failed >= 25;
        end if;
      else
        perform app.settle_attempt(
          'known', case p_known when 'browser' then p_browser_place else p_address_place end, p_at, step, p_outcome = 'succeeded');
      end if;

      if p_outcome = 'failed' then
        if n < 5 and spray.failed >= 30 and cardinality(spray.names) >= 3 then n := spray.failed;
        elsif n < 5 then
          return query select n, null::timestamptz;
          return;
        end if;
        update app.login_attempts set locked_until = p_at + interval '15 minutes' where scope = 'ip' and key = p_ip;
        -- The lock is the price of these guesses; after it the address starts anew.
        update app.login_attempts set failed = 0 where scope = 'pair' and ip_key = p_ip;
        return query select n, p_at + interval '15 minutes';
        return;
      end if;
      return query select n, null::timestamptz;
    end $$;

    -- Lifts what holds up one address, or all (null), with the account limits it ran into. Gives the addresses' keys.
    create function app.lift_sign_in(p_ip text) returns setof text language plpgsql as $$
    declare
      keys text[];
      account_keys text[];
    begin
      perform pg_advisory_xact_lock(hashtext('plp.unlock'));
      select array_agg(distinct key) into keys from app.login_attempts
        where (p_ip is null or key = p_ip)
          and (scope = 'ip' and (failed > 0 or locked_until is not null) or scope = 'registration' and failed >= 300);
      -- In the order in which an attempt takes its counters, so that neither waits for the other.
      update app.login_attempts set failed = 0, locked_until = null
        where scope = 'ip' and (p_ip is null or key = p_ip);
      update app.login_attempts set failed = 0, names = '{}'
        where scope in ('spray', 'registration') and (p_ip is null or key = p_ip);
      update app.login_attempts set failed = 0, failed_at = null, place = null
        where scope = 'pair' and (p_ip is null or ip_key = p_ip);
      update app.login_attempts set failed = 0
        where scope = 'known' and (p_ip is null or ip_key = p_ip);
      select array_agg(distinct account_key) into account_keys from app.login_attempts
        where scope in ('pair', 'known') and (p_ip is null or ip_key = p_ip);
      update app.login_attempts set failed = 0, newcomer_place = null, other_place = null
        where scope = 'account' and (p_ip is null or key = any (account_keys));
      return query select unnest(keys);
    end $$;
  `,
}
