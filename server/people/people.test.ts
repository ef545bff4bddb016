import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { postForm } from '../http/testing/post-form.ts'
import {
  addPerson,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'

const PICTURE_MAX_BYTES = 5_242_880

const PATH = '/api/users/profile-picture'
const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3)
const JPEG = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 9)
const WEBP = Uint8Array.of(0x52, 0x49, 0x46, 0x46, 4, 0, 0, 0, 0x57, 0x45, 0x42, 0x50)
const NOT_A_PICTURE = { status: 400, body: { value: 'A picture is a PNG, JPEG or WebP file.' } }
const DONE = { status: 200, body: { done: true } }

let server: TestServer
let annID: number
let bearer: { authorization: string }

beforeEach(async () => {
  server = await startTestServer()
  annID = await addPerson(server, { userName: 'ann', permissions: ['CAN_UPDATE_PROFILE_PICTURE'] })
  bearer = await signIn(server, 'ann')
})
afterEach(() => server.server.close())

async function upload(
  content: Uint8Array<ArrayBuffer>,
  { type = 'image/png', field = 'picture', headers = {} as Record<string, string> } = {},
) {
  const form = new FormData()
  form.append(field, new File([content], 'me.png', { type }))
  return postForm(server, PATH, form, { ...bearer, ...headers })
}
const avatars = async (pendingImages: number[]) =>
  said(await post(server, '/api/services/get-user-avatars', { pendingImages }, bearer))
const dataUrl = (type: string, bytes: Uint8Array) =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`

describe('profile pictures', () => {
  test('S269 the avatars of those who have a picture come as data addresses, by person', async () => {
    const benID = await addPerson(server, { userName: 'ben' })
    expect(await avatars([annID, benID])).toEqual({ status: 200, body: [] })
    expect(said(await upload(PNG))).toEqual(DONE)
    const avatar = dataUrl('image/png', PNG)
    expect(await avatars([benID, annID])).toEqual({ status: 200, body: [{ userID: annID, avatar }] })
    expect(await avatars([benID])).toEqual({ status: 200, body: [] })
    expect(await avatars([annID])).toEqual({ status: 200, body: [{ userID: annID, avatar }] })
    expect(await avatars([])).toEqual({ status: 200, body: [] })
  })

  test('a new picture takes the place of the old one, under the type of its bytes', async () => {
    await upload(PNG)
    await upload(WEBP, { type: 'image/webp' })
    expect((await avatars([annID])).body).toEqual([{ userID: annID, avatar: dataUrl('image/webp', WEBP) }])
    await upload(JPEG, { type: 'image/png' })
    expect((await avatars([annID])).body).toEqual([{ userID: annID, avatar: dataUrl('image/jpeg', JPEG) }])
  })

  test('what is no picture is refused, whatever it calls itself', async () => {
    const text = new TextEncoder().encode('<svg onload="alert(1)">')
    expect(said(await upload(text))).toEqual(NOT_A_PICTURE)
    expect(said(await upload(PNG, { type: 'image/svg+xml' }))).toEqual(NOT_A_PICTURE)
    expect((await upload(PNG, { field: 'other' })).status).toBe(400)
    expect((await avatars([annID])).body).toEqual([])
  })

  test('5 MB are taken and more are not', async () => {
    const full = new Uint8Array(PICTURE_MAX_BYTES)
    full.set(PNG)
    expect(said(await upload(full))).toEqual(DONE)
    const larger = new Uint8Array(PICTURE_MAX_BYTES + 1)
    larger.set(PNG)
    expect(said(await upload(larger))).toEqual({
      status: 400,
      body: { value: 'A picture may have 5 MB at most.' },
    })
    const huge = await upload(new Uint8Array(11 * 1024 * 1024))
    expect(said(huge)).toEqual({ status: 413, body: { value: 'The request is too large.' } })
  })

  test('S095 it needs its permission, and a session', async () => {
    await addPerson(server, { userName: 'cat' })
    bearer = await signIn(server, 'cat')
    expect(said(await upload(PNG))).toEqual({ status: 403, body: { value: 'access denied' } })
    expect((await upload(PNG, { headers: { authorization: 'Bearer none' } })).status).toBe(401)
  })
})

describe('forms', () => {
  test('a call that takes a form takes nothing else, and the others take no form', async () => {
    expect(await post(server, PATH, { picture: 'x' }, bearer)).toMatchObject({ status: 415 })
    const form = { ...bearer, 'content-type': 'multipart/form-data; boundary=x' }
    const payload = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n'
    expect((await post(server, '/api/auth/request-hub-token', payload, form)).status).toBe(415)
    expect(said(await post(server, PATH, '--x\r\n', form))).toEqual({
      status: 400,
      body: { value: 'The form could not be read.' },
    })
  })

  test('a form sent again under its key takes effect once; another file under it is refused', async () => {
    const headers = { 'idempotency-key': 'k1' }
    expect(said(await upload(PNG, { headers }))).toEqual(DONE)
    await upload(JPEG)
    const again = await upload(PNG, { headers })
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect((await avatars([annID])).body).toEqual([{ userID: annID, avatar: dataUrl('image/jpeg', JPEG) }])
    expect((await upload(WEBP, { headers })).status).toBe(422)
  })
})

test('the OpenAPI document shows the form and its file', async () => {
  const document = (await server.server.app.inject('/api/docs/json')).json()
  expect(document.paths[PATH].post.requestBody.content).toMatchObject({
    'multipart/form-data': { schema: { properties: { picture: { type: 'string', format: 'binary' } } } },
  })
})
