import type { Database } from '../../src/database/database.ts'

/**
 * The PostgreSQL catalogue of all schemas that are not projected, a line per object. Comments and the order of columns
 * are left out.
 */
export async function catalogueOf({ pool }: Pick<Database, 'pool'>): Promise<readonly string[]> {
  const { rows } = await pool.query<{ line: string }>(`
    with own as (select oid, nspname from pg_namespace where nspname in ('app', 'engine', 'log', 'read')),
      tables as (select c.* from pg_class c join own n on n.oid = relnamespace where relkind = 'r')
    select concat_ws(' ', 'table', oid::regclass, relpersistence, reloptions) as line from tables
    union all
    select concat_ws(' ', 'column', attrelid::regclass || '.' || attname, format_type(atttypid, atttypmod), attnotnull,
        attcollation::regcollation, attstorage, attidentity, attgenerated, pg_get_expr(adbin, adrelid))
      from pg_attribute a join tables t on t.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attnum > 0 and not attisdropped
    union all select 'index ' || indexdef from pg_indexes join own on nspname = schemaname
    union all
    select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(k.oid))
      from pg_constraint k join own n on n.oid = connamespace
    union all select pg_get_triggerdef(g.oid) from pg_trigger g join tables t on t.oid = tgrelid where not tgisinternal
    union all select 'function ' || p.oid::regprocedure || ' ' || md5(regexp_replace(prosrc, '\\s+', ' ', 'g'))
      from pg_proc p join own n on n.oid = pronamespace
    union all select concat_ws(' ', 'sequence', schemaname || '.' || sequencename, data_type)
      from pg_sequences join own on nspname = schemaname
    order by 1`)
  return rows.map(({ line }) => line)
}
