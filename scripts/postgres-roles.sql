-- Two roles for Steward's database: the owner makes the tables, the bot reads and writes rows and only appends to the audit.
--
-- An administrator runs this once, in Steward's database, and may run it again:
--   psql -v ON_ERROR_STOP=1 -f scripts/postgres-roles.sql "postgres://ADMIN@HOST/DATABASE?sslmode=verify-full"
-- then gives each role a password (\password steward_owner, \password steward_bot). Where tables are there already:
--   reassign owned by THE_ROLE_THAT_MADE_THEM to steward_owner;
-- then, and with every new version of Steward, before it starts:
--   npm run -s database -- migrate --bot steward_bot --database "postgres://steward_owner:…@HOST/DATABASE?sslmode=verify-full"
-- The bot itself has DATABASE_URL=postgres://steward_bot:…@HOST/DATABASE?sslmode=verify-full

do $$
declare
  name text;
begin
  foreach name in array array['steward_owner', 'steward_bot'] loop
    if not exists (select from pg_roles where rolname = name) then
      execute format('create role %I login nosuperuser nocreatedb nocreaterole noreplication', name);
    end if;
  end loop;
  -- Nobody else: a temporary table could stand in for one of Steward's.
  execute format('revoke all on database %I from public', current_database());
  execute format('grant connect on database %I to steward_owner, steward_bot', current_database());
end $$;

revoke all on schema public from public;
grant usage, create on schema public to steward_owner;
grant usage on schema public to steward_bot;
