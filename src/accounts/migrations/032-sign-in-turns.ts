import type { Migration } from '../../database/migration.ts'

/**
 * Turns at an account that strangers have failed at too often, without places given ahead: what nobody comes for holds up nobody.
 *
 * A turn is ten seconds and goes to one look; the next begins ten seconds after that look, or with the end of a turn that nobody took.
 * Of an `account`, `turn` and `turned_at` are the last one that was taken and when, `network` by whom. A network (the /24 of an IPv4
 * address, the /48 of an IPv6 address) is a newcomer where it has not failed at the account within the hour. Odd turns are for newcomers only.
 *
 * Whoever comes too early takes part in the draw of the next turn of their kind (`app.sign_in_draws`, the lowest rank wins): newcomers
 * by a number that nobody can foresee, the others by how long ago they tried. The first half of a turn is for the one that was drawn.
 *
 * The functions keep their names, so that nodes of the version before go by the same turns.
 */
export const signInTurns: Migration = {
  name: '032-sign-in-turns',
  sql: `
    drop function app.place_at;
    alter table app.login_attempts
      drop column place,
      drop column newcomer_place,
      drop column other_place,
      add column turn bigint,
      add column turned_at timestamptz;

    create table app.sign_in_draws (
      account_key text collate "C" not null,
      turn bigint not null,
      network text collate "C" not null,
      rank bigint not null,
      primary key (account_key, turn)
    );

    -- How much of a turn is for another network than this one.
    create function app.reserved_for_drawn(p_network text, p_account text, p_turn bigint) returns interval language sql as $$
      select case when exists (
        select from app.sign_in_draws where account_key = p_account and turn = p_turn and network <> p_network)
      then interval '5 seconds' else interval '0' end
    $$;

    -- The first turn at an account that a network may take, and when it opens for it. Where that is later, the network takes
    -- part in the next draw: the answer then is how things stand, and others may still come before it.
    create function app.next_turn(p_network text, p_account text, p_at timestamptz, out number bigint, out opens timestamptz)
    language plpgsql as $$
    declare
      theirs app.login_attempts;
      tried_at timestamptz;
      began timestamptz;
      passed bigint;
      drawn bigint;
    begin
      select * into theirs from app.login_attempts where scope = 'account' and key = p_account for update;
      number := coalesce(theirs.turn + 1, 0);
      began := coalesce(theirs.turned_at + interval '10 seconds', p_at);
      passed := greatest(0, floor(extract(epoch from p_at - began) / 10));
      number := number + passed;
      began := began + passed * interval '10 seconds';
      -- A look that still runs is a try, too.
      tried_at := greatest(
        (select max(failed_at) from app.login_attempts
          where scope = 'pair' and account_key = p_account and network = p_network and failed_at > p_at - interval '1 hour'),
        case when theirs.network = p_network and theirs.turned_at > p_at - interval '1 hour' then theirs.turned_at end);
      drawn := case when began > p_at then number else number + 1 end;
      if tried_at is null and drawn % 2 = 0 or tried_at is not null and drawn % 2 <> 0 then drawn := drawn + 1; end if;

      if tried_at is not null and number % 2 <> 0 then
        number := number + 1;
        began := began + interval '10 seconds';
      end if;
      opens := began + app.reserved_for_drawn(p_network, p_account, number);
      if opens <= p_at then return; end if;

      delete from app.sign_in_draws d where d.account_key = p_account and d.turn < drawn - 2;
      insert into app.sign_in_draws as d (account_key, turn, network, rank)
        values (p_account, drawn, p_network,
          coalesce((extract(epoch from tried_at) * 1000000)::bigint, hashtextextended(p_network, drawn)))
        on conflict (account_key, turn) do update set network = excluded.network, rank = excluded.rank
          where excluded.rank < d.rank;
      opens := began + app.reserved_for_drawn(p_network, p_account, number);
    end $$;

    -- May this address look at this account's password now? 'look', 'busy' (ask again), 'locked' or 'turn' with the end of the wait.
    -- 'known' says from where this account signed in before: 'browser', 'address' or null.
    create or replace function app.begin_sign_in(
      p_ip text, p_network text, p_pair text, p_account text,
      p_credential text, p_browser_place text, p_address_place text, p_at timestamptz
    ) returns table (verdict text, until timestamptz, known text) language plpgsql as $$
    declare
      lock_end timestamptz;
      spray app.login_attempts;
      v text;
      taken bigint;
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
            select t.opens, t.number into lock_end, taken from app.next_turn(p_network, p_account, p_at) t;
            if lock_end > p_at then raise exception using errcode = 'PLP01'; end if;
            update app.login_attempts l
              set turn = taken, turned_at = p_at, network = p_network, pending = l.pending + 1, last_at = p_at
              where l.scope = 'account' and l.key = p_account;
            delete from app.sign_in_draws d
              where d.account_key = p_account and (d.turn <= taken or d.network = p_network);
          elsif v = 'busy' then
            raise exception using errcode = 'PLP01';
          end if;
        end if;
        return query select 'look', null::timestamptz, known;
        return;
      exception when sqlstate 'PLP01' then
        -- The slots taken above are given back: nothing is looked at.
        if v = 'turn' then
          -- But it takes part in the draw, and is known to have met the limit of this account.
          insert into app.login_attempts (scope, key, ip_key, account_key, since, last_at)
            values ('pair', p_pair, p_ip, p_account, p_at, p_at)
            on conflict (scope, key) do update set last_at = excluded.last_at;
          select t.opens into lock_end from app.next_turn(p_network, p_account, p_at) t;
          if lock_end <= p_at then v := 'busy'; end if;
        end if;
        return query select case v when 'full' then 'locked' else v end, lock_end, known;
      end slots;
    end $$;

    -- Ends a look that was begun as 'known': 'failed', 'succeeded' (clears the address and its own counters of this account, never
    -- those of others) or 'released' (nothing was looked at). Gives the address's failures, after a success those that were
    -- cleared, and the end of the lock that this failure brought.
    create or replace function app.end_sign_in(
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
        -- A turn that came to nothing is open again.
        if p_outcome = 'released' then
          update app.login_attempts
            set turn = turn - 1, turned_at = turned_at - interval '10 seconds', network = null
            where scope = 'account' and key = p_account and network = p_network and failed >= 25;
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
    create or replace function app.lift_sign_in(p_ip text) returns setof text language plpgsql as $$
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
      update app.login_attempts set failed = 0, failed_at = null
        where scope = 'pair' and (p_ip is null or ip_key = p_ip);
      update app.login_attempts set failed = 0
        where scope = 'known' and (p_ip is null or ip_key = p_ip);
      select array_agg(distinct account_key) into account_keys from app.login_attempts
        where scope in ('pair', 'known') and (p_ip is null or ip_key = p_ip);
      update app.login_attempts set failed = 0, turn = null, turned_at = null, network = null
        where scope = 'account' and (p_ip is null or key = any (account_keys));
      delete from app.sign_in_draws where p_ip is null or account_key = any (account_keys);
      return query select unnest(keys);
    end $$;
  `,
}
