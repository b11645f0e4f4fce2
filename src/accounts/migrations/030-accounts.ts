import type { Migration } from '../../database/migration.ts'

/**
 * Credentials and sessions stand outside the log; `app.login_attempts` decides who may try a password (docs/threats.md T7, T9-T13).
 *
 * Scopes of `app.login_attempts`: `ip` locks (5 failures, 15 minutes), `pair` is one account from one address (10 in 15
 * minutes, so that an own login in between wins no endless guesses), `account` is one account from anywhere (25 an hour).
 * A look at a password is counted as pending before it happens, hence failed + pending never passes a limit.
 */
export const accounts: Migration = {
  name: '030-accounts',
  sql: `
    create table app.credentials (
      user_id bigint primary key,
      account_key text collate "C" not null,
      password_hash text not null,
      role text not null check (role in ('user', 'admin')),
      claimed boolean not null default false,
      created_at timestamptz not null
    );
    create unique index credentials_claimed on app.credentials (account_key) where claimed;
    create index credentials_unclaimed on app.credentials (account_key, created_at) where not claimed;

    create table app.sessions (
      token_hash bytea primary key,
      user_id bigint not null,
      created_at timestamptz not null,
      seen_at timestamptz not null,
      expires_at timestamptz not null
    );
    create index sessions_user on app.sessions (user_id);
    create index sessions_expiry on app.sessions (expires_at);

    create table app.login_attempts (
      scope text not null check (scope in ('ip', 'pair', 'account')),
      key text collate "C" not null,
      ip_key text collate "C",
      account_key text collate "C",
      failed int not null default 0,
      pending int not null default 0,
      since timestamptz not null,
      last_at timestamptz not null,
      locked_until timestamptz,
      primary key (scope, key)
    );
    create index login_attempts_age on app.login_attempts (last_at);
    create index login_attempts_pairs on app.login_attempts (ip_key) where scope = 'pair';
    create index login_attempts_locks on app.login_attempts (locked_until) where locked_until is not null;

    -- Reserves a slot under a limit: 'look', 'full' (failures alone reached it) or 'busy' (pending looks may still fail).
    create function app.reserve_attempt(
      p_scope text, p_key text, p_ip text, p_account text, p_at timestamptz, p_limit int, p_window interval
    ) returns text language plpgsql as $$
    declare
      r app.login_attempts;
    begin
      insert into app.login_attempts (scope, key, ip_key, account_key, since, last_at)
        values (p_scope, p_key, p_ip, p_account, p_at, p_at) on conflict do nothing;
      select * into r from app.login_attempts where scope = p_scope and key = p_key for update;
      if r.since <= p_at - p_window then
        r.failed := 0;
        r.since := p_at;
      end if;
      -- A process died over its looks: they count as failed, but leave the next one its look.
      if r.pending > 0 and r.last_at <= p_at - interval '30 seconds' then
        r.failed := least(r.failed + r.pending, greatest(r.failed, p_limit - 1));
        r.pending := 0;
      end if;
      if r.failed >= p_limit then return 'full'; end if;
      if r.failed + r.pending >= p_limit then return 'busy'; end if;
      update app.login_attempts
        set failed = r.failed, pending = r.pending + 1, since = r.since, last_at = p_at, locked_until = null
        where scope = p_scope and key = p_key;
      return 'look';
    end $$;

    -- May this address look at this account's password now? 'look', 'busy' (ask again), or 'locked' with its end.
    create function app.begin_login_attempt(p_ip text, p_pair text, p_account text, p_at timestamptz)
    returns table (verdict text, until timestamptz) language plpgsql as $$
    declare
      lock_end timestamptz;
      v text;
    begin
      select l.locked_until into lock_end from app.login_attempts l where l.scope = 'ip' and l.key = p_ip;
      if lock_end > p_at then
        return query select 'locked', lock_end;
        return;
      end if;
      if lock_end is not null then
        update app.login_attempts l set failed = 0, locked_until = null
          where l.scope = 'ip' and l.key = p_ip and l.locked_until <= p_at;
      end if;
      begin
        v := app.reserve_attempt('ip', p_ip, null, null, p_at, 5, interval '15 minutes');
        if v <> 'look' then
          select l.locked_until into lock_end from app.login_attempts l where l.scope = 'ip' and l.key = p_ip;
          return query select case when lock_end > p_at then 'locked' else 'busy' end, lock_end;
          return;
        end if;
        v := app.reserve_attempt('pair', p_pair, p_ip, p_account, p_at, 10, interval '15 minutes');
        if v = 'look' then
          v := app.reserve_attempt('account', p_account, null, null, p_at, 25, interval '1 hour');
          if v = 'look' then
            return query select 'look', null::timestamptz;
            return;
          end if;
          lock_end := (select l.since + interval '1 hour' from app.login_attempts l where l.scope = 'account' and l.key = p_account);
        else
          lock_end := (select l.since + interval '15 minutes' from app.login_attempts l where l.scope = 'pair' and l.key = p_pair);
        end if;
        -- Undoes the slots taken above: nothing is looked at.
        raise exception using errcode = 'PLP01';
      exception when sqlstate 'PLP01' then
        return query select case v when 'full' then 'locked' else 'busy' end, lock_end;
      end;
    end $$;

    create function app.settle_attempt(
      p_scope text, p_key text, p_at timestamptz, p_failed int, p_clear boolean
    ) returns int language sql as $$
      update app.login_attempts
        set failed = case when p_clear then 0 else failed + p_failed end, pending = greatest(pending - 1, 0), last_at = p_at,
            since = case when scope = 'ip' and p_failed > 0 then p_at else since end
        where scope = p_scope and key = p_key
        returning failed
    $$;

    -- Ends a look: 'failed', 'succeeded' (clears the address and this pair, not the account) or 'released' (nothing was looked at).
    -- Gives the address's failures; after a success those that were cleared.
    create function app.end_login_attempt(p_ip text, p_pair text, p_account text, p_at timestamptz, p_outcome text)
    returns int language plpgsql as $$
    declare
      n int;
      step int := case p_outcome when 'failed' then 1 else 0 end;
    begin
      select failed into n from app.login_attempts where scope = 'ip' and key = p_ip for update;
      n := coalesce(case p_outcome
        when 'succeeded' then n + coalesce(app.settle_attempt('ip', p_ip, p_at, 0, true), 0)
        else app.settle_attempt('ip', p_ip, p_at, step, false) end, 0);
      perform app.settle_attempt('pair', p_pair, p_at, step, p_outcome = 'succeeded');
      perform app.settle_attempt('account', p_account, p_at, step, false);
      if p_outcome = 'failed' and n >= 5 then
        update app.login_attempts set locked_until = p_at + interval '15 minutes' where scope = 'ip' and key = p_ip;
        -- The lock is the price of these guesses; after it the address starts anew.
        update app.login_attempts set failed = 0 where scope = 'pair' and ip_key = p_ip;
      end if;
      return n;
    end $$;

    -- Lifts the lock of one address, or of all (null), with the account limits it ran into. Gives the addresses' keys.
    create function app.unlock_login_attempts(p_ip text) returns setof text language plpgsql as $$
    declare
      keys text[];
      account_keys text[];
    begin
      perform pg_advisory_xact_lock(hashtext('plp.unlock'));
      with lifted as (
        update app.login_attempts set failed = 0, locked_until = null
          where scope = 'ip' and (p_ip is null or key = p_ip) and (failed > 0 or locked_until is not null)
          returning key
      ) select array_agg(key) into keys from lifted;
      with lifted as (
        update app.login_attempts set failed = 0
          where scope = 'pair' and (p_ip is null or ip_key = p_ip)
          returning account_key
      ) select array_agg(distinct account_key) into account_keys from lifted;
      update app.login_attempts set failed = 0
        where scope = 'account' and (p_ip is null or key = any (account_keys));
      return query select unnest(keys);
    end $$;
  `,
}
