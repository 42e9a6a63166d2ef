import { Controller, Get, Header } from '@nestjs/common';
import { openApi } from './openapi';
import { routes } from './routes';

/** The API's own description, made once. */
@Controller()
export class DocumentsController {
  private readonly document = JSON.stringify(openApi(routes));

  @Get('openapi.json')
  @Header('content-type', 'application/json; charset=utf-8')
  openApi(): string {
    return this.document;
  }
}
