import swagger, { type SwaggerTransform } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify, { type FastifyInstance } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import type { Call } from '#shared/contract/http-call.ts'
import { noPayload } from '#shared/contract/primitives.ts'
import { CALL, responses, routeSchema } from './route-schema.ts'
import type { DeclaredCall } from './routes.ts'
import { validatorCompiler } from './validation.ts'

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

function describeBy(app: FastifyInstance, version: string) {
  return app.register(swagger, {
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
}

/** The document of these calls, by an app that has a route for each and listens nowhere. */
async function documentOf(calls: readonly DeclaredCall[], version: string) {
  const app = Fastify()
  app.setValidatorCompiler(validatorCompiler)
  await describeBy(app, version)
  for (const { area, name, call } of calls)
    app.route({
      method: call.method,
      url: call.path,
      schema: routeSchema(area, name, call),
      handler: () => null,
    })
  await app.ready()
  return app.swagger()
}

/** Serves the OpenAPI page and document, which is made when it is first asked for. */
export async function registerOpenApi(
  app: FastifyInstance,
  version: string,
  calls: readonly DeclaredCall[],
): Promise<void> {
  // The page's plugin wants the other one beside it. Nothing is described there.
  await describeBy(app, version)
  let making: ReturnType<typeof documentOf> | null = null
  let document: Awaited<ReturnType<typeof documentOf>> | null = null
  await app.register(swaggerUi, {
    routePrefix: DOCS_PATH,
    uiConfig: { validatorUrl: null },
    theme: { title: 'Fieldwork: calls' },
    uiHooks: {
      onRequest: async () => {
        making ??= documentOf(calls, version)
        document = await making
      },
    },
    transformSpecification: (own) => document ?? own,
    transformSpecificationClone: false,
  })
}
