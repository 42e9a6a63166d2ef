import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { manifest } from '../operations/manifest';
import { openApi } from './openapi';
import { defaultServer } from './openapi/curl';
import { assetOf } from './reference/assets';
import { contentSecurityPolicy, page } from './reference/page';
import { problem } from './problem';
import { routes } from './routes';

const HOST = /^[\w.-]+(:\d{1,5})?$|^\[[\da-f:.]+\](:\d{1,5})?$/i;

const index = {
  name: 'Verbatim',
  version: manifest().version,
  links: { docs: '/docs', openapi: '/openapi.json', live: '/healthz', ready: '/readyz', metrics: '/metrics' },
};

/** The API's own description. It is the same for everybody, and needs no key. */
@Controller()
export class DocumentsController {
  private readonly document = JSON.stringify(openApi(routes));

  /** Browsers are led to the reference, programs get an index. */
  @Get()
  index(@Req() request: Request, @Res() response: Response): void {
    response.vary('accept');
    if (request.accepts(['json', 'html']) === 'html') response.redirect(302, '/docs');
    else send(response, 'application/json; charset=utf-8', JSON.stringify(index));
  }

  /** Its server, and that of its examples, is the service as the request reached it. */
  @Get('openapi.json')
  openApi(@Req() request: Request, @Res() response: Response): void {
    const host = request.headers.host ?? '';
    const url = HOST.test(host) ? `${request.protocol}://${host}` : defaultServer;
    response.vary('host');
    send(response, 'application/json; charset=utf-8', this.document.replaceAll(defaultServer, url));
  }

  @Get('docs')
  docs(@Res() response: Response): void {
    response.setHeader('content-security-policy', contentSecurityPolicy);
    response.setHeader('referrer-policy', 'no-referrer');
    send(response, 'text/html; charset=utf-8', page);
  }

  @Get('docs/:name')
  asset(@Param('name') name: string, @Req() request: Request, @Res() response: Response): void {
    const asset = assetOf(name);
    if (asset) {
      send(response, asset.type, asset.body);
      return;
    }
    const found = problem('route-not-found', `there is no ${request.method} ${request.path}`);
    response.status(found.status).type('application/problem+json').send(JSON.stringify(found));
  }
}

/** Kept by browsers, and asked for again by its ETag: a new version of the service is seen at once. */
function send(response: Response, type: string, body: string | Buffer): void {
  response.setHeader('cache-control', 'no-cache');
  response.setHeader('x-content-type-options', 'nosniff');
  response.type(type).send(body);
}
