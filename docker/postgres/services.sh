#!/usr/bin/env bash
# Runs once, when the database is made. The services log in as `verbatim`, which owns nothing and acts through their
# roles; `verbatim migrate` makes the schema as the owner.
set -euo pipefail

psql --no-psqlrc --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
\getenv password VERBATIM_DATABASE_PASSWORD
CREATE ROLE verbatim_projector NOLOGIN;
CREATE ROLE verbatim_summarizer NOLOGIN;
CREATE ROLE verbatim_context NOLOGIN;
CREATE ROLE verbatim LOGIN PASSWORD :'password'
  IN ROLE verbatim_projector, verbatim_summarizer, verbatim_context;
SQL
