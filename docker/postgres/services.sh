#!/usr/bin/env bash
# Runs once, when the database is made. The services log in as `verbatim`, which owns nothing and acts through their
# roles; `verbatim migrate` makes the schema as the owner.
set -euo pipefail

# CREATE on the schema only lets a service's own look for migrations pass: it begins with CREATE TABLE IF NOT EXISTS.
psql --no-psqlrc --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
\getenv password VERBATIM_DATABASE_PASSWORD
CREATE ROLE verbatim_projector NOLOGIN;
CREATE ROLE verbatim_summarizer NOLOGIN;
CREATE ROLE verbatim_context NOLOGIN;
CREATE ROLE verbatim LOGIN PASSWORD :'password'
  IN ROLE verbatim_projector, verbatim_summarizer, verbatim_context;
GRANT CREATE ON SCHEMA public TO verbatim;
SQL
