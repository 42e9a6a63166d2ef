// The reference in the browser: contents with a search beside Swagger UI, and at each operation a request to copy.
'use strict';

const methods = ['get', 'put', 'post', 'patch', 'delete'];

function element(name, properties = {}, children = []) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** As Swagger UI names the place of an operation in the page. */
function placeOf({ tag, id }) {
  return `operations-${tag.replaceAll(' ', '_')}-${id}`;
}

function operationsOf({ paths }) {
  return Object.entries(paths).flatMap(([path, item]) =>
    methods
      .filter((method) => method in item)
      .map((method) => {
        const { operationId, summary, tags } = item[method];
        return { path, method, id: operationId, summary, tag: tags[0] };
      }),
  );
}

/** Opens an operation and brings it into view. */
function show(ui, operation) {
  ui.layoutActions.show(['operations-tag', operation.tag], true);
  ui.layoutActions.show(['operations', operation.tag, operation.id], true);
  history.replaceState(null, '', `#/${encodeURIComponent(operation.tag)}/${operation.id}`);
  requestAnimationFrame(() => document.getElementById(placeOf(operation))?.scrollIntoView());
  if (!isWide()) document.getElementById('contents').open = false;
}

function isWide() {
  return matchMedia('(min-width: 60rem)').matches;
}

function entry(ui, operation) {
  const { method, path, summary, tag, id } = operation;
  const link = element(
    'a',
    { href: `#/${encodeURIComponent(tag)}/${id}`, title: `${method.toUpperCase()} ${path}` },
    [
      element('span', { className: `method ${method}`, textContent: method.toUpperCase() }),
      element('span', { textContent: summary }),
    ],
  );
  link.addEventListener('click', (event) => {
    event.preventDefault();
    show(ui, operation);
  });
  const item = element('li', {}, [link]);
  item.dataset.words = [method, path, summary, tag, id].join(' ').toLowerCase();
  return item;
}

function contents(ui, specification) {
  const operations = operationsOf(specification);
  const groups = specification.tags.map(({ name }) =>
    element('section', {}, [
      element('h2', { textContent: name }),
      element(
        'ul',
        {},
        operations.filter(({ tag }) => tag === name).map((operation) => entry(ui, operation)),
      ),
    ]),
  );
  const none = element('p', { textContent: 'No operation has these words.', hidden: true });
  const search = document.getElementById('search');
  search.addEventListener('input', () => {
    const words = search.value.toLowerCase().split(/\s+/);
    for (const group of groups) {
      const items = [...group.querySelectorAll('li')];
      for (const item of items) item.hidden = !words.every((word) => item.dataset.words.includes(word));
      group.hidden = items.every((item) => item.hidden);
    }
    none.hidden = groups.some((group) => !group.hidden);
  });
  document.getElementById('groups').append(...groups, none);
  document.getElementById('contents').open = isWide();
}

async function copy(button, text) {
  const area = element('textarea', { value: text });
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // A page that did not come over TLS or from this machine has no clipboard of its own.
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
  button.textContent = 'Copied';
  setTimeout(() => (button.textContent = 'Copy'), 1500);
}

/** Puts the example of each operation's request before its answers, as a command for this service. */
function requestToCopy(specification, server) {
  return ({ React }) => ({
    wrapComponents: {
      responses: (Responses) => (properties) => {
        const operation = specification.paths[properties.path]?.[properties.method];
        const sample = operation?.['x-codeSamples']?.[0]?.source.replace(server, location.origin);
        const box =
          sample &&
          React.createElement('div', { className: 'request-to-copy' }, [
            React.createElement('div', { key: 'head', className: 'head' }, [
              React.createElement('h4', { key: 'title' }, 'Request'),
              React.createElement(
                'button',
                { key: 'copy', type: 'button', onClick: (event) => copy(event.currentTarget, sample) },
                'Copy',
              ),
            ]),
            React.createElement('pre', { key: 'text', tabIndex: 0 }, sample),
          ]);
        return React.createElement(React.Fragment, null, box, React.createElement(Responses, properties));
      },
    },
  });
}

async function start() {
  const answer = await fetch('/openapi.json');
  const specification = await answer.json();
  const server = specification.servers[0].url;
  // The page asks the service that it came from, under whatever name that was reached.
  specification.servers = [{ url: location.origin, description: 'This service' }];
  const ui = SwaggerUIBundle({
    spec: specification,
    dom_id: '#reference',
    deepLinking: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    defaultModelExpandDepth: 2,
    displayRequestDuration: true,
    showCommonExtensions: true,
    syntaxHighlight: { theme: 'agate' },
    validatorUrl: null,
    plugins: [requestToCopy(specification, server)],
  });
  contents(ui, specification);
}

start().catch((error) => {
  document.getElementById('reference').textContent =
    `The reference could not be shown (${error.message}); its source is at /openapi.json.`;
});
