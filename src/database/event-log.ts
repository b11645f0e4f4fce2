import { bigint, code, integer, rawJson, smallint, text, timestamp, uuid } from '../slice/table.ts'
import { appTable } from './app-tables.ts'
import type { Migration } from './migration.ts'

/**
 * The PostgreSQL event log. `log.logs` has one row for each prefix: the sequencer of that log. Its row lock is held from the
 * assignment of positions to the commit. So positions are gap-free and in commit order, and no reader skips a late commit.
 */
export const logTables = {
  'log.logs': appTable({
    doc: 'One row per prefix. `position` is the position of its newest event; 0 for an empty log.',
    columns: {
      id: smallint(null, { sql: 'generated always as identity' }),
      prefix: text(null, { sql: 'unique' }),
      position: bigint(null, { sql: 'default 0' }),
    },
    key: ['id'],
  }),
  'log.events': appTable({
    doc: 'Append-only. Positions count from 1 within a log, revisions from 0 within a stream, both without gaps.',
    columns: {
      log: smallint(),
      position: bigint(),
      stream: code(),
      revision: integer(),
      id: uuid(),
      type: code(),
      data: rawJson(),
      metadata: rawJson(),
      recorded_at: timestamp(),
    },
    key: ['log', 'position'],
    constraints: ['unique (log, stream, revision)'],
    afterCreate: `
      create function log.refuse_change() returns trigger language plpgsql as $$
      begin
        raise exception 'the event log is append-only' using errcode = 'restrict_violation';
      end $$;
      create trigger append_only before update or delete or truncate on log.events
        for each statement execute function log.refuse_change()`,
  }),
}

/** The payload of `plp_log` is the id of the log, for nodes of the previous version. */
export const logFunctions: Migration = {
  name: 'event-log',
  isRepeatable: true,
  sql: `
-- Appends to distinct streams, each all or nothing. appends: [{o, s, e, n}] = ordinal, stream, expected revision
-- (-1: no stream), number of events. events: [{o, i, id, t, d, m}] = ordinal of the append, index in it, id, type, data and
-- metadata as JSON text. A rejected append returns the actual revision (-1: no stream). 'repeated' is true if an earlier call
-- stored the append.
create or replace function log.append(p_log smallint, p_appends json, p_events json)
returns table (ordinal integer, stored boolean, revision integer, "position" bigint, repeated boolean)
language plpgsql
-- A plan cached while the table is empty must not use sequential scans later.
set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  v_base bigint;
  v_head bigint;
  v_stamp timestamptz;
begin
  select l.position into strict v_base from log.logs l where l.id = p_log for no key update;
  v_stamp := clock_timestamp();

  return query
  with appends as materialized (
    select a.o, a.s, a.e, a.n,
      coalesce((select x.revision from log.events x where x.log = p_log and x.stream = a.s order by x.revision desc limit 1), -1) as actual
    from json_to_recordset(p_appends) as a(o integer, s text, e integer, n integer)
  ), events as materialized (
    select v.o, v.i, v.id, v.t, v.d, v.m from json_to_recordset(p_events) as v(o integer, i integer, id uuid, t text, d text, m text)
  ), placed as materialized (
    select v.o, v.id, v.t, v.d, v.m, a.s, a.e + 1 + v.i as revision, v_base + row_number() over (order by v.o, v.i) as position
    from appends a join events v on v.o = a.o
    where a.actual = a.e
  ), written as (
    insert into log.events (log, position, stream, revision, id, type, data, metadata, recorded_at)
    select p_log, p.position, p.s, p.revision, p.id, p.t, p.d::json, p.m::json, v_stamp from placed p order by p.position
  ), moved as (
    update log.logs l set position = v_base + (select count(*) from placed) where l.id = p_log and exists (select from placed)
  ), first_time as (
    select p.o, max(p.position) as position from placed p group by p.o
  ), repeats as (
    -- The same ids at the same revisions: a retry of a stored append.
    select a.o, max(x.position) as position
    from appends a join events v on v.o = a.o
    left join log.events x on x.log = p_log and x.stream = a.s and x.revision = a.e + 1 + v.i and x.id = v.id
    where a.actual > a.e
    group by a.o, a.n having count(x.id) = a.n
  )
  select a.o, coalesce(f.position, r.position) is not null,
    case when coalesce(f.position, r.position) is null then a.actual else a.e + a.n end,
    coalesce(f.position, r.position), r.position is not null
  from appends a left join first_time f on f.o = a.o left join repeats r on r.o = a.o
  order by a.o;

  select l.position into v_head from log.logs l where l.id = p_log;
  if v_head > v_base then
    perform app.wake('plp_log', p_log::text);
  end if;
end $$;
`,
}
