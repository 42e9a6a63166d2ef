import { Controller, Get, Header } from '@nestjs/common';
import { docsPage } from './docs-page';
import { openApi } from './openapi';
import { routes } from './routes';

/** The API's own description, made once. */
@Controller()
export class DocumentsController {
  private readonly document = JSON.stringify(openApi(routes));
  private readonly page = docsPage(routes);

  @Get('openapi.json')
  @Header('content-type', 'application/json; charset=utf-8')
  openApi(): string {
    return this.document;
  }

  @Get('docs')
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
  docs(): string {
    return this.page;
  }
}
