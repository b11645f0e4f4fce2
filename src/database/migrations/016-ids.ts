import type { Migration } from '../migration.ts'

const kinds =
  'user team fixture prediction league league_team competition message comment feedback share notification reset_request'.split(
    ' ',
  )

/** Sequences of the integer ids. The advisory lock keeps `raise_ids` from setting one back behind a `next_ids` of another node. */
export const ids: Migration = {
  name: '016-ids',
  sql: `
${kinds.map((kind) => `create sequence app.seq_${kind} as bigint;`).join('\n')}

create function app.next_ids(p_kind text, p_count integer) returns setof bigint language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('plp.ids'), hashtext(p_kind));
  return query select nextval(format('app.%I', 'seq_' || p_kind)::regclass) from generate_series(1, p_count);
end $$;

create function app.raise_ids(p_kind text, p_highest bigint) returns void language plpgsql as $$
declare
  v_last bigint;
begin
  if p_highest < 1 then return; end if;
  perform pg_advisory_xact_lock(hashtext('plp.ids'), hashtext(p_kind));
  execute format('select case when is_called then last_value else 0 end from app.%I', 'seq_' || p_kind) into v_last;
  if v_last < p_highest then
    perform setval(format('app.%I', 'seq_' || p_kind)::regclass, p_highest);
  end if;
end $$;
`,
}
