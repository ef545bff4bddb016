import swagger, { type SwaggerTransform } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import type { Call } from '#shared/contract/http-call.ts'
import { noPayload } from '#shared/contract/primitives.ts'
import { CALL, responses } from './route-schema.ts'

/** Where the page is; its document is at `/json` below. */
export const DOCS_PATH = '/api/docs'

const DESCRIPTION =
  'The calls of the embedded server. Each is declared once in shared/contract; x-spec names its section of ' +
  'the specification, x-extension marks calls that no document lists. Where the specification does not say ' +
  "what the server does, the call's summary does."

const zodTransform = createJsonSchemaTransform({ skipList: [] })

/** Leaves out routes that aren't calls, and bodies of calls without one. */
const transform: SwaggerTransform = (document) => {
  const { schema, url } = document
  if (!schema || !('x-spec' in schema)) return { schema: { hide: true }, url }
  const { body, querystring, [CALL]: call, ...rest } = schema as typeof schema & { readonly [CALL]: Call }
  const shown = {
    ...rest,
    response: responses(call),
    ...(body !== undefined && body !== noPayload && { body }),
    ...(querystring !== undefined && querystring !== noPayload && { querystring }),
  }
  const transformed = zodTransform({ ...document, schema: shown } as Parameters<typeof zodTransform>[0])
  // The library leaves out what is false.
  return {
    ...transformed,
    schema: { ...transformed.schema, 'x-extension': 'x-extension' in schema && schema['x-extension'] },
  }
}

/** Serves the OpenAPI page and document. Call it before the routes are added. */
export async function registerOpenApi(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Fieldwork', description: DESCRIPTION, version },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        },
      },
    },
    transform,
  })
  await app.register(swaggerUi, {
    routePrefix: DOCS_PATH,
    uiConfig: { validatorUrl: null },
    theme: { title: 'Fieldwork: calls' },
  })
}
