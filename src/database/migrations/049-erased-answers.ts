import type { Migration } from '../migration.ts'

/**
 * Keeps the answer of a key; where another node was first, gives what that one has kept. An answer that names somebody who is being
 * erased, or was a moment ago, is not kept: the key is let go of, and a repeat is answered as things are by then. No request takes ten
 * minutes. Whoever forgets answers takes the lock alone, so that each of the two sees what the other one did.
 */
export const erasedAnswers: Migration = {
  name: '049-erased-answers',
  sql: `
    create function app.keep_answer(kept uuid, answered int, said json, named bigint[])
    returns table (status int, body json) language plpgsql as $$
    #variable_conflict use_column
    begin
      perform pg_advisory_xact_lock_shared(hashtextextended('app.idempotency_keys', 0));
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
