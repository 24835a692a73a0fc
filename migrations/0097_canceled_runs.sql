-- What a run that was canceled or given up did not answer is stored as skipped, and calls that were under way are counted (docs/decisions/visibility.md#canceled-runs-keep-answers).
set local role masthead_owner;

-- The 26 letters of a new id: 48 bits of time, then random ones.
create function app.new_suffix() returns text language sql volatile as $$
  select string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', 1 + case
    when at < 10 then ((ms >> (5 * (9 - at))) & 31)::int
    else floor(random() * 32)::int end, 1), '' order by at)
  from generate_series(0, 25) as at, (select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as ms) as now
$$;

create or replace function app.end_asv_run() returns trigger language plpgsql set search_path = app, public, pg_temp as $$
declare
  run app.asv_run;
  cut_off_calls integer;
  cut_off_cost double precision;
begin
  select * into run from app.asv_run r
  where r.organization_id = new.organization_id and r.job_id = new.id and r.state in ('queued', 'running') for update;
  if not found then return new; end if;

  with gone as (
    delete from app.asv_call c where c.organization_id = run.organization_id and c.run_id = run.id returning most)
  select count(*), coalesce(sum(most), 0) into cut_off_calls, cut_off_cost from gone;

  insert into app.asv_answer (organization_id, id, run_id, prompt_id, prompt_version, engine_id, mode, sample_no,
    state, error_code, model_asked, cost, observed_at, raw_hash)
  select run.organization_id, 'ans_' || app.new_suffix(), run.id, p.id, (given->>'version')::int, s->>'engineId',
    s->>'mode', sample, 'skipped', 'canceled', s->>'model', 0, clock_timestamp(), encode(sha256(''::bytea), 'hex')
  from jsonb_array_elements(run.engine_snapshots) as s, jsonb_array_elements(new.input->'prompts') as given,
    generate_series(1, (s->>'samples')::int) as sample, app.asv_prompt p
  where p.organization_id = run.organization_id and p.id = given->>'id'
  on conflict do nothing;

  update app.asv_run r set
    state = new.state,
    skipped = greatest(0, r.planned - r.ok - r.refused - r.failed),
    credits = r.ok + r.refused + r.cut_off,
    attempts = r.attempts + cut_off_calls,
    unconfirmed_calls = r.unconfirmed_calls + cut_off_calls,
    lost_cost = r.lost_cost + cut_off_cost,
    cost_complete = r.cost_complete and cut_off_cost = 0,
    engine_errors = coalesce((
      select jsonb_agg(jsonb_build_object('engineId', e.engine_id, 'code', e.error_code, 'count', e.n) order by e.engine_id, e.error_code)
      from (select engine_id, error_code, count(*) as n from app.asv_answer a
        where a.organization_id = r.organization_id and a.run_id = r.id and error_code is not null group by 1, 2) as e), '[]'),
    engine_snapshots = coalesce((
      select jsonb_agg(s || jsonb_build_object('servedModels', coalesce((
        select jsonb_agg(distinct a.model_served) from app.asv_answer a
        where a.organization_id = r.organization_id and a.run_id = r.id and a.engine_id = s->>'engineId'
          and a.model_served is not null), '[]')) order by place)
      from jsonb_array_elements(r.engine_snapshots) with ordinality as listed (s, place)), '[]'),
    finished_at = now(), updated_at = now()
  where r.organization_id = run.organization_id and r.id = run.id;
  return new;
end $$;
