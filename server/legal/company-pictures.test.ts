import { afterEach, beforeEach, expect, test } from 'vitest'
import { LOGO_MAX_BYTES, SIGN_IN_PICTURE_MAX_BYTES } from '#shared/domain/logo.ts'
import { auditTold } from '../audit/testing/audit-actions.ts'
import {
  addPerson,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { wordmark } from './wordmark.ts'

/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100"><path d="M0 0h9v9z"/></svg>'

let server: TestServer
let ann: { authorization: string }
beforeEach(async () => {
  server = await startTestServer()
  await addPerson(server, { userName: 'ann', permissions: ['ADMIN_CAN_UPDATE_TENANT'] })
  await addPerson(server, { userName: 'vic', permissions: ['ADMIN_CAN_VIEW_TENANT'] })
  ann = await signIn(server, 'ann')
})
afterEach(() => server.server.close())

async function save(content: BlobPart, { kind = 'LOGO', as = ann, name = 'logo.png' } = {}) {
  const body = new FormData()
  body.set('kind', kind)
  body.set('picture', new File([content], name, { type: 'image/png' }))
  const request = new Request('http://localhost/', { method: 'POST', body })
  const { statusCode, json } = await server.server.app.inject({
    method: 'POST',
    url: '/api/admin/tenant/picture/save',
    headers: { ...as, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return { status: statusCode, body: statusCode === 401 ? null : json() }
}
const remove = async (kind: string, as = ann) =>
  said(await post(server, '/api/admin/tenant/picture/remove', { kind }, as))
const fetched = (url: string, headers = {}) => server.server.app.inject({ url, headers })
const audited = async () =>
  (
    await server.server.db
      .selectFrom('audit')
      .where('action', 'like', 'TENANT_PICTURE%')
      .select(['action', 'label'])
      .orderBy('id')
      .execute()
  ).map(({ action, label }) => `${action} ${label}`)

test('A126 a logo is kept, shown at one address without a token, replaced and removed, and each is audited', async () => {
  expect(await save(PNG)).toEqual({ status: 200, body: { done: true } })
  const first = await fetched('/company/logo')
  expect(first.statusCode).toBe(200)
  expect(first.headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'public, no-cache' })
  expect(first.rawPayload.equals(PNG)).toBe(true)
  expect(await save(SVG)).toMatchObject({ status: 200 })
  const second = await fetched('/company/logo')
  expect(second.headers['content-type']).toMatch('image/svg+xml')
  expect(second.body).toBe(SVG)
  const { body } = said(await post(server, '/api/admin/tenant/get', {}, ann))
  expect(body).toMatchObject({ pictures: [{ kind: 'LOGO', changedBy: 'ann' }] })
  expect(await remove('LOGO')).toMatchObject({ status: 200 })
  expect(await remove('LOGO')).toMatchObject({ status: 200 })
  expect(await audited()).toEqual([
    'TENANT_PICTURE_SAVED Logo',
    'TENANT_PICTURE_SAVED Logo',
    'TENANT_PICTURE_REMOVED Logo',
  ])
})

test('A126 who has the picture is told that it is the same, and after a change gets the new one', async () => {
  await save(PNG)
  const { etag } = (await fetched('/company/logo')).headers
  expect(await fetched('/company/logo', { 'if-none-match': etag })).toMatchObject({
    statusCode: 304,
    body: '',
  })
  await save(SVG)
  expect((await fetched('/company/logo', { 'if-none-match': etag })).statusCode).toBe(200)
})

test('A126 without a logo the company’s name stands in its place, with its letters harmless', async () => {
  await server.server.db.deleteFrom('settings').where('name', '=', 'company').execute()
  await server.server.db
    .insertInto('settings')
    .values({ name: 'company', value: 'Bright <b> & Co' })
    .execute()
  for (const url of ['/company/logo', '/company/logo/dark']) {
    const { headers, body } = await fetched(url)
    expect(headers['content-type']).toMatch('image/svg+xml')
    expect(body).toContain('>Bright &lt;b&gt; &amp; Co</text>')
  }
  expect(wordmark('B'.repeat(41), 'light')).toContain(`>${'B'.repeat(39)}…<`)
  expect(wordmark('B'.repeat(40), 'dark')).toContain(`>${'B'.repeat(40)}<`)
})

test('A126 on dark grounds the dark logo shows, or the other on a white plate of its shape', async () => {
  await save(SVG)
  const plate = (await fetched('/company/logo/dark')).body
  expect(plate).toContain('<image x="10" y="10" width="96" height="48" href="data:image/svg+xml;base64,')
  await save(PNG)
  expect((await fetched('/company/logo/dark')).body).toContain('width="48" height="48" href="data:image/png')
  await save(SVG, { kind: 'LOGO_DARK' })
  expect((await fetched('/company/logo/dark')).body).toBe(SVG)
  expect((await fetched('/company/logo')).rawPayload.equals(PNG)).toBe(true)
})

test('A126 the icon is the company’s, or the product’s', async () => {
  expect(await fetched('/company/icon')).toMatchObject({
    statusCode: 302,
    headers: { location: '/icon.svg' },
  })
  await save(PNG, { kind: 'ICON' })
  expect((await fetched('/company/icon')).rawPayload.equals(PNG)).toBe(true)
})

test('A126 where there is no room for a logo the icon stands, or the company’s first letter', async () => {
  await server.server.db.deleteFrom('settings').where('name', '=', 'company').execute()
  await server.server.db.insertInto('settings').values({ name: 'company', value: '<bright> & Co' }).execute()
  expect((await fetched('/company/mark')).body).toContain('>&lt;</text>')
  await server.server.db
    .updateTable('settings')
    .set({ value: 'éclair' })
    .where('name', '=', 'company')
    .execute()
  expect((await fetched('/company/mark')).body).toContain('>É</text>')
  expect((await fetched('/api/public/company')).json()).toEqual({ name: 'éclair' })
  await save(PNG, { kind: 'ICON' })
  expect((await fetched('/company/mark')).rawPayload.equals(PNG)).toBe(true)
})

test('A126 the sign-in picture may be a photograph of 1 MB; without one nothing stands there', async () => {
  const photo = Buffer.concat([
    Buffer.of(0xff, 0xd8, 0xff, 0xe0),
    Buffer.alloc(SIGN_IN_PICTURE_MAX_BYTES - 4),
  ])
  const none = await fetched('/company/sign-in')
  expect([none.statusCode, none.body]).toEqual([
    200,
    '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
  ])
  expect(await save(photo, { kind: 'SIGN_IN' })).toMatchObject({ status: 200 })
  const shown = await fetched('/company/sign-in')
  expect(shown.headers['content-type']).toBe('image/jpeg')
  expect(shown.rawPayload.equals(photo)).toBe(true)
  for (const [content, kind, words] of [
    [Buffer.concat([photo, Buffer.alloc(1)]), 'SIGN_IN', 'A sign-in picture has at most 1 MB.'],
    ['GIF89a', 'SIGN_IN', 'A sign-in picture is a PNG, a JPEG or an SVG file.'],
    ['<svg onload="x()"></svg>', 'SIGN_IN', 'This SVG has scripts or fetches something from elsewhere.'],
    [photo.subarray(0, 100), 'LOGO', 'A logo is a PNG or an SVG file.'],
  ] as const) {
    const { status, body } = await save(content, { kind })
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(words)])
  }
  await remove('SIGN_IN')
  expect((await fetched('/company/sign-in')).headers['content-type']).toMatch('image/svg+xml')
  expect(await auditTold(server.server.db)).toEqual([
    'TENANT_PICTURE_SAVED | admin.tenant | tenant | Sign-in picture',
    'TENANT_PICTURE_REMOVED | admin.tenant | tenant | Sign-in picture',
  ])
})

test('A126 an SVG that is opened as a page runs nothing', async () => {
  await save(SVG)
  expect((await fetched('/company/logo')).headers).toMatchObject({
    'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox$/),
    'x-content-type-options': 'nosniff',
  })
})

test('A126 another kind of file, one with scripts and one of more than 512 KB are refused, and nothing changes', async () => {
  await save(PNG)
  const full = Buffer.concat([PNG, Buffer.alloc(LOGO_MAX_BYTES - PNG.length)])
  for (const [content, words] of [
    ['%PDF-1.7', 'A logo is a PNG or an SVG file.'],
    ['', 'A logo is a PNG or an SVG file.'],
    ['<svg onload="x()"></svg>', 'This SVG has scripts or fetches something from elsewhere.'],
    [Buffer.concat([full, Buffer.alloc(1)]), 'A logo has at most 512 KB.'],
  ] as const) {
    const { status, body } = await save(content)
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(words)])
  }
  expect((await fetched('/company/logo')).rawPayload.equals(PNG)).toBe(true)
  expect(await audited()).toHaveLength(1)
  expect((await save(PNG, { kind: 'OTHER' })).status).toBe(400)
  expect((await save(full)).status).toBe(200)
})

test('A126 who may only look keeps and removes no picture', async () => {
  const vic = await signIn(server, 'vic')
  await save(PNG)
  expect((await save(SVG, { as: vic })).status).toBe(403)
  expect((await remove('LOGO', vic)).status).toBe(403)
  expect((await save(SVG, { as: { authorization: '' } })).status).toBe(401)
  expect((await fetched('/company/logo')).rawPayload.equals(PNG)).toBe(true)
})
