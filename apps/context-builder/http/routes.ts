import type { Route } from './route';
import { analyticsRoutes } from './routes/analytics';
import { appendingRoutes } from './routes/appending';
import { callRoutes } from './routes/calls';
import { configurationRoutes } from './routes/configuration';
import { conversationRoutes } from './routes/conversations';
import { ignoredRoutes } from './routes/ignored';
import { keyRoutes } from './routes/keys';
import { operationRoutes } from './routes/operations';
import { recallRoutes } from './routes/recall';
import { settingsRoutes } from './routes/settings';
import { topicRoutes } from './routes/topics';
import { trialRoutes } from './routes/trials';

/** Every route of the API, declared once: routing, validation and the OpenAPI document come from it. */
export const routes = {
  ...appendingRoutes,
  ...conversationRoutes,
  ...topicRoutes,
  ...trialRoutes,
  ...analyticsRoutes,
  ...recallRoutes,
  ...callRoutes,
  ...configurationRoutes,
  ...settingsRoutes,
  ...keyRoutes,
  ...operationRoutes,
  ...ignoredRoutes,
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof routes;

const patterns = Object.values(routes).map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`, 'i'),
}));

/** The methods that a path takes; none where there is no such path. */
export function allowedMethods(path: string): string[] {
  return [...new Set(patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))];
}
