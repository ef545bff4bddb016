import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { myDocuments } from '#shared/contract/documents.ts'
import { DocumentsScreen } from '../../features/documents/index.ts'
import { createApiClient } from '../../services/http/api-client.ts'
import { fakeServices } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'

const CONTACT = 'There was an error with your request. Please contact support.'
const BUSY = 'The server is currently busy or is doing an update, please try again in a few moments.'
const AWAY = 'The server cannot be reached, please check your network.'
const UNKNOWN_AUTH = 'Unknown issue with auth service. Please contact support. Quote code 40101'
const TOO_MANY = 'You have made too many failed requests. Please contact support.'

/** One real list, over the real client, before a server that answers as it is told. */
function list() {
  const server = { status: 200, body: '[]' }
  const banners: string[] = []
  const api = createApiClient({
    baseUrl: '',
    fetch: async () => {
      if (server.status === 0) throw new TypeError('Failed to fetch')
      return new Response(server.body, { status: server.status })
    },
    newUpload: () => {
      throw new Error('nothing is uploaded')
    },
    token: () => 'Bearer abc',
    newKey: () => 'key',
    wait: async () => {},
    onError: ({ message }) => banners.push(message),
    onFailed: () => {},
    onSessionExpired: () => null,
    onActiveChange: () => {},
  })
  const { services } = fakeServices({ api })
  services.session.signIn(testToken())
  return {
    server,
    banners,
    user: userEvent.setup(),
    show: () => renderSignedIn(services, <DocumentsScreen />),
  }
}

test.each([
  [401, '{"value":"Signed in elsewhere."}', 'Signed in elsewhere.'],
  [401, '{}', UNKNOWN_AUTH],
  [429, '{"value":"Five a minute."}', 'Five a minute.'],
  [429, '{}', TOO_MANY],
  [429, 'not JSON', 'Too many requests'],
  [403, '{"value":"access denied"}', `${myDocuments.path} - Access denied`],
  [403, '{"value":"Not in your area."}', 'Not in your area.'],
  [403, '{}', CONTACT],
  [503, '{}', BUSY],
  [404, '{"value":"no such call"}', AWAY],
  [400, '{"value":"Which folder?"}', 'Which folder?'],
  [400, '{}', 'Bad request'],
  [500, '{"value":"stack"}', CONTACT],
  [200, '{"documents":"none"}', CONTACT],
  [0, '', AWAY],
])(
  'S303 S304 S306 S307 S308 S309 S310 S311 S312 a list refused with %i %s says %s in its own place, no banner does, and it is tried again',
  async (status, body, words) => {
    const at = list()
    Object.assign(at.server, { status, body })
    at.show()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe(`Your documents could not be fetched.${words}Try again`)
    expect(at.banners).toEqual([])
    Object.assign(at.server, { status: 200, body: '[]' })
    await at.user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('You have no documents yet.')).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
  },
)
