import { afterAll, beforeAll, expect, test } from 'vitest'
import { allCalls } from '#shared/contract/all-calls.ts'
import { startTestServer, type TestServer } from './testing/test-server.ts'

interface Operation {
  summary: string
  operationId: string
  security: object[]
  requestBody?: { content: Record<string, { schema: { properties?: object } }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: unknown }> }>
  'x-spec': string
  'x-extension': boolean
}
interface OpenApiDocument {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { securitySchemes: unknown }
}

let server: TestServer
let document: OpenApiDocument

// Made once, since it takes long and is only read.
beforeAll(async () => {
  server = await startTestServer()
  const answer = await server.server.app.inject('/api/docs/json')
  document = answer.json()
})
afterAll(() => server.server.close())

const SECURITY = { none: [], bearer: [{ bearer: [] }], optional: [{}, { bearer: [] }] }

test.each(allCalls)(
  'the OpenAPI document has $call.method $call.path as it is declared',
  ({ area, name, call }) => {
    const operation = document.paths[call.path]?.[call.method.toLowerCase()]
    expect(operation).toMatchObject({
      summary: call.summary,
      operationId: `${area}.${name}`,
      'x-spec': call.spec,
      'x-extension': call.extension,
      security: SECURITY[call.auth],
    })
    const statuses = Object.keys(operation?.responses ?? {})
    expect(statuses).toEqual(expect.arrayContaining(['200', '400', '500']))
    expect(operation?.responses['400']?.content?.['application/json']?.schema).toMatchObject({
      type: 'object',
      properties: { value: { type: 'string' } },
    })
    if (call.auth === 'bearer') expect(operation?.responses['401']).not.toHaveProperty('content')
  },
)

test('the OpenAPI document has the declared calls and nothing else', () => {
  const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(listed.sort()).toEqual(allCalls.map(({ call }) => `${call.method} ${call.path}`).sort())
  expect(document.openapi).toBe('3.1.0')
  expect(document.components.securitySchemes).toEqual({
    bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
  })
})

test('a call that needs a permission says which', () => {
  const operation = (path: string) => document.paths[path]?.post
  expect(operation('/api/support/account/lock')).toMatchObject({
    'x-permission': 'SUPPORT_CAN_LOCK_ACCOUNT',
    description: 'Needs SUPPORT_CAN_LOCK_ACCOUNT.',
  })
  expect(operation('/api/admin/permissions/grant')).toMatchObject({
    'x-permission': { allOf: ['ADMIN_CAN_SEE_USERS', 'ADMIN_CAN_EDIT_SETTINGS'] },
    description: 'Needs ADMIN_CAN_SEE_USERS and ADMIN_CAN_EDIT_SETTINGS.',
  })
  expect(operation('/api/auth/logout')).not.toHaveProperty('x-permission')
})

test('a request is described by its fields, and a call without one has none', () => {
  const body = (path: string) => document.paths[path]?.post?.requestBody
  expect(body('/api/auth/login')?.content['application/json']?.schema.properties).toMatchObject({
    userName: { type: 'string', maxLength: 512 },
    clientKey: { type: 'string' },
  })
  expect(body('/api/auth/logout')).toBeUndefined()
})

test('a file and a text are described as such', () => {
  const ok = (path: string) => document.paths[path]?.post?.responses['200']?.content
  expect(Object.keys(ok('/api/auth/renew-token') ?? {})).toEqual(['text/plain'])
  expect(ok('/api/my-team-chatroom/download-attachment')).toMatchObject({
    'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
  })
})

test('the page is served with a policy that lets its own scripts run and no inline ones', async () => {
  const page = await server.server.app.inject('/api/docs/')
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('swagger-initializer.js')
  expect(page.body).not.toMatch(/<script(?![^>]*\bsrc=)/)
  expect(page.headers['content-security-policy']).toContain("script-src 'self';")
  const script = await server.server.app.inject('/api/docs/static/swagger-initializer.js')
  expect(script.headers['content-type']).toContain('javascript')
})
