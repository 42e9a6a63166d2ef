import type { Migration } from '@verbatim/postgres';

/**
 * The services' own roles. Nobody logs in as them: a service's connection takes its role on (`SET ROLE`), so the login
 * role must be a member of each. Roles belong to the whole Postgres server, so another database may have made them.
 */
export const roles: Migration = {
  name: '0001-roles',
  up: `
DO $$
DECLARE
  service text;
BEGIN
  FOREACH service IN ARRAY ARRAY['verbatim_projector', 'verbatim_summarizer', 'verbatim_context'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = service) THEN
      BEGIN
        EXECUTE format('CREATE ROLE %I NOLOGIN', service);
      EXCEPTION
        WHEN duplicate_object OR unique_violation THEN NULL;
        WHEN insufficient_privilege THEN
          RAISE EXCEPTION 'the role % may not create roles', current_user
            USING HINT = 'As a superuser run: CREATE ROLE verbatim_projector NOLOGIN; '
              'CREATE ROLE verbatim_summarizer NOLOGIN; CREATE ROLE verbatim_context NOLOGIN; '
              'GRANT verbatim_projector, verbatim_summarizer, verbatim_context TO ' || quote_ident(current_user) || ';';
      END;
    END IF;
    IF NOT pg_has_role(current_user, service, 'MEMBER') THEN
      EXECUTE format('GRANT %I TO CURRENT_USER', service);
    END IF;
  END LOOP;
END
$$;
`,
};
