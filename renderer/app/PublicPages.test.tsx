import { cleanup, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { privacyNoticeName, privacyPolicyName } from '#shared/contract/auth.ts'
import * as calls from '#shared/contract/public-pages.ts'
import { fakeServices, refused } from '../testing/fake-services.ts'
import { renderWith } from '../testing/render.tsx'
import { testToken } from '../testing/session-token.ts'
import { publicRoutes } from './public-routes.tsx'

const LAUNCH_WAIT_MS = 2500

// Fetched before the tests: on a busy machine that takes longer than a screen is waited for.
beforeAll(async () => {
  await Promise.all([
    import('./PublicPages.tsx'),
    import('../features/public-links/index.ts'),
    import('../features/public-pages/index.ts'),
  ])
})

type Server = ReturnType<typeof fakeServices>

function Elsewhere() {
  return <p>elsewhere: {useLocation().pathname}</p>
}

function open(path: string, set: (server: Server) => void = () => {}, signedIn = false) {
  const server = fakeServices()
  if (signedIn) server.services.session.signIn(testToken())
  set(server)
  renderWith(
    server.services,
    <MemoryRouter initialEntries={[path]}>
      <Routes>
        {publicRoutes}
        <Route path="*" element={<Elsewhere />} />
      </Routes>
    </MemoryRouter>,
  )
  return server
}
const title = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name })
const nowhere = () => {
  throw refused(403, 'no')
}
const UNKNOWN = 'We don’t know this link'

describe('who is signed in and who isn’t', () => {
  const SIGNED_OUT_ONLY = [
    ['wurksafe/k1', calls.openWurksafe],
    ['survey/t1', calls.openSurvey],
  ] as const
  test.each(SIGNED_OUT_ONLY)(
    'S016 S017 /public/%s is public, and leads who is signed in to /',
    async (path, call) => {
      open(`/public/${path}`, ({ answer }) => answer(call, nowhere))
      await title(UNKNOWN)
      cleanup()
      const { made } = open(`/public/${path}`, ({ answer }) => answer(call, nowhere), true)
      expect(await screen.findByText('elsewhere: /')).toBeDefined()
      expect(made).toEqual([])
      const [name = ''] = Object.keys(call.request.shape)
      const takes = (length: number) => call.request.safeParse({ [name]: 'x'.repeat(length) }).success
      expect([takes(0), takes(1), takes(200), takes(201)]).toEqual([false, true, true, false])
    },
  )

  const BY_TOKEN = [
    ['whatsapp/pre-auth/ticket/t1', calls.openTicket],
    ['contact-details/validate/t1', calls.openContactDetails],
    ['research/email-verify/validate/t1', calls.openResearchEmail],
    ['customer/job-order-details/t1', calls.openJobOrder],
    ['apply/t1', calls.openApplication],
    ['offer/t1', calls.openOffer],
    ['expenses/submit-doc/t1', calls.openExpense],
    ['user-meeting/t1', calls.openMeeting],
  ] as const
  test.each(BY_TOKEN)(
    'S018 S019 S020 S021 S022 /public/%s is reachable with and without a sign-in',
    async (path, call) => {
      for (const signedIn of [false, true]) {
        const { made } = open(`/public/${path}`, ({ answer }) => answer(call, nowhere), signedIn)
        await title(UNKNOWN)
        expect(made).toEqual([{ path: call.path, request: { token: expect.stringMatching(/1$/) } }])
        cleanup()
      }
      // The server isn't asked about a token that is too long.
      const { made } = open(`/public/${path.replace(/t1$/, 't'.repeat(201))}`, ({ answer }) =>
        answer(call, nowhere),
      )
      await title(UNKNOWN)
      expect(made).toEqual([])
    },
  )

  const MAILED = [
    ['auth/validate?token=t1', 'A new password'],
    ['magic-link/validate/t1', 'Is this you?'],
  ] as const
  test.each(MAILED)('S019 /public/%s is reachable with and without a sign-in', async (path, heading) => {
    for (const signedIn of [false, true]) {
      open(`/public/${path}`, () => {}, signedIn)
      await title(heading)
      cleanup()
    }
  })

  test.each(MAILED)(
    'S019 /public/%s takes a token of 200 characters, and no longer or empty one',
    async (path, heading) => {
      for (const [length, shown] of [
        [200, true],
        [201, false],
      ] as const) {
        const { made } = open(`/public/${path.replace('t1', 't'.repeat(length))}`, () => {}, false)
        await screen.findAllByRole('heading')
        expect(screen.queryByRole('heading', { name: heading }) !== null, String(length)).toBe(shown)
        expect(made).toEqual([])
        cleanup()
      }
    },
  )

  const UNKNOWN_PATHS = [
    '/public',
    '/public/',
    '/public/nothing/here',
    '/public/survey',
    '/public/survey/t1/more',
  ] as const
  test.each(UNKNOWN_PATHS)(
    'S028 %s is public too: it says that nothing is there, signed in or not',
    async (path) => {
      for (const signedIn of [false, true]) {
        open(path, () => {}, signedIn)
        await title('There is nothing here')
        cleanup()
      }
    },
  )
})

describe('the launch of the app', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())
  const later = () => vi.advanceTimersByTimeAsync(LAUNCH_WAIT_MS)
  const path = '/public/app/launch?source=ticket&sourceid=12%2034'

  test('S014 its scheme is tried with source and sourceid while it is said that the app is looked for', async () => {
    const { visited } = open(path)
    await vi.waitFor(() => screen.getByRole('heading', { name: 'Checking for App Installation...' }))
    await vi.waitFor(() => expect(visited).toEqual(['fieldwork-app://launch?source=ticket&sourceid=12%2034']))
  })

  const launches = [
    [path, 'fieldwork-app://launch?source=ticket&sourceid=12%2034'],
    ['/public/app/launch?source=chat', 'fieldwork-app://launch?source=chat'],
    ['/public/app/launch', 'fieldwork-app://launch'],
  ] as const
  test.each(launches)(
    'S015 who isn’t signed in comes from %s to /, once the app had its time',
    async (address, link) => {
      const { visited } = open(address)
      await vi.waitFor(() => screen.getByRole('heading', { name: 'Checking for App Installation...' }))
      await vi.waitFor(() => expect(visited).toEqual([link]))
      await vi.advanceTimersByTimeAsync(LAUNCH_WAIT_MS - 100)
      expect(screen.queryByText('elsewhere: /')).toBeNull()
      await later()
      await vi.waitFor(() => screen.getByText('elsewhere: /'))
    },
  )

  test('S014 who is signed in may try again or go on here', async () => {
    const { visited } = open('/public/app/launch', () => {}, true)
    await vi.waitFor(() => screen.getByRole('heading', { name: 'Checking for App Installation...' }))
    await later()
    await vi.waitFor(() => screen.getByRole('heading', { name: 'Did the app open?' }))
    screen.getByRole('button', { name: 'Open the app' }).click()
    screen.getByRole('button', { name: 'Go on in the browser' }).click()
    expect(visited).toEqual(['fieldwork-app://launch', 'fieldwork-app://launch', '/dashboard'])
  })

  test('A102 after a sign-in at a provider nobody is led to sign-in here: the client goes on', async () => {
    const { visited } = open(`/public/app/launch?source=sso&sourceid=t.${'-'.repeat(43)}`)
    const link = `fieldwork-app://launch?source=sso&sourceid=t.${'-'.repeat(43)}`
    await vi.waitFor(() => expect(visited).toEqual([link]))
    await later()
    await vi.waitFor(() => screen.getByRole('heading', { name: 'Go back to Fieldwork' }))
    screen.getByRole('button', { name: 'Open the app' }).click()
    expect(visited).toEqual([link, link])
  })
})

describe('the privacy documents', () => {
  const text = (sections: string) => ({
    title: 'whatever',
    lastUpdated: '2026-03-02T09:00:00.000Z',
    sections: [{ heading: 'Who we are', text: sections }],
  })
  const texts = ({ answer }: Server) => {
    answer(calls.privacyPolicy, () => text('the policy'))
    answer(calls.privacyNotice, () => text('the notice'))
  }

  const DOCUMENTS = [
    ['pp/privacy-policy', 'Privacy policy', 'the policy'],
    ['pn/privacy-notice', 'Privacy Notice', 'the notice'],
  ] as const
  test.each(DOCUMENTS)(
    'S023 S024 W017 W018 /public/shared/client/%s shows its document under its default name',
    async (path, name, words) => {
      open(`/public/shared/client/${path}`, texts)
      await title(name)
      expect(screen.getByText(words)).toBeDefined()
      expect(screen.getByText('2 Mar 2026')).toBeDefined()
    },
  )

  const named = (server: Server) => {
    texts(server)
    server.answer(privacyPolicyName, () => 'Our Data  Promise')
    server.answer(privacyNoticeName, () => '')
  }

  test('S024 W018 the names come from the server, lower-cased and with dashes; an empty one is the default', async () => {
    open('/public/shared/client/pp/our-data-promise', named)
    await title('Our Data Promise')
    cleanup()
    open('/public/shared/client/pn/privacy-notice', named)
    await title('Privacy Notice')
    cleanup()
    // Links of the product's own that name it by its default lead there.
    open('/public/shared/client/pp/privacy-policy', named)
    await title('Our Data Promise')
  })

  test('S023 W017 W018 another name is answered with the documents that there are', async () => {
    open('/public/shared/client/pp/cookie-policy', named)
    await title('There is no such document')
    const links = screen.getByRole('main').querySelectorAll('a')
    expect([...links].map((link) => link.getAttribute('href'))).toEqual([
      '/public/shared/client/pp/our-data-promise',
      '/public/shared/client/pn/privacy-notice',
    ])
  })

  test('S023 a document that doesn’t come can be asked for again', async () => {
    const at = open('/public/shared/client/pp/privacy-policy')
    await title('This didn’t work')
    texts(at)
    screen.getByRole('button', { name: 'Try again' }).click()
    await waitFor(() => expect(screen.getByText('the policy')).toBeDefined())
  })
})
