import { swaggerUi } from './assets';

/** The page of the reference: everything that it needs comes from this service, in files of their own. */
export const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Verbatim API</title>
    <link rel="icon" href="/docs/icon.svg">
    <link rel="stylesheet" href="/docs/${swaggerUi.style}">
    <link rel="stylesheet" href="/docs/reference.css">
    <script defer src="/docs/${swaggerUi.script}"></script>
    <script defer src="/docs/reference.js"></script>
  </head>
  <body>
    <header><strong>Verbatim API</strong> <a href="/openapi.json">openapi.json</a></header>
    <noscript>
      <p>This page needs scripts. The same is in <a href="/openapi.json">/openapi.json</a>, an OpenAPI 3.1 document.</p>
    </noscript>
    <div class="page">
      <details id="contents">
        <summary>Contents</summary>
        <input id="search" type="search" placeholder="Search operations" aria-label="Search operations">
        <nav id="groups" aria-label="Operations"></nav>
      </details>
      <main id="reference"></main>
    </div>
  </body>
</html>
`;

/**
 * Nothing from elsewhere, and nothing written into the page: no style attribute either. Swagger UI has its icons as data
 * URLs in its style sheet.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
