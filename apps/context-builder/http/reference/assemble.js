// Puts the files of the reference's page into the build: our own, and those of Swagger UI with its licence and notice.
const { cpSync, mkdirSync } = require('node:fs');
const { dirname, join } = require('node:path');

const target = join(__dirname, '../../../../dist/apps/context-builder/http/reference/assets');
const swaggerUi = dirname(require.resolve('swagger-ui-dist/package.json'));

mkdirSync(target, { recursive: true });
cpSync(join(__dirname, 'assets'), target, { recursive: true });
for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css']) {
  cpSync(join(swaggerUi, name), join(target, name));
}
for (const name of ['LICENSE', 'NOTICE', 'swagger-ui-bundle.js.LICENSE.txt']) {
  cpSync(join(swaggerUi, name), join(target, `swagger-ui-${name.replace('swagger-ui-', '')}`));
}
