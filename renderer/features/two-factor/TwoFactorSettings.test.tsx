import { QueryClientProvider } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import {
  beginTwoFactor,
  confirmTwoFactor,
  disableTwoFactor,
  twoFactorState,
} from '#shared/contract/sign-in-later.ts'
import { createQueryClient } from '../../services/http/query-client.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { renderWith } from '../../testing/render.tsx'
import { TwoFactorSettings } from './TwoFactorSettings.tsx'

const CODES = Array.from({ length: 10 }, (_, i) => `code-${i}`)

interface State {
  enabled: boolean
  required: boolean
  recoveryCodesLeft: number
}

/** The settings over a server in that state; null is one without two-factor sign-in. */
function open(state: State | null = { enabled: false, required: false, recoveryCodesLeft: 0 }) {
  const server = fakeServices()
  let now = state
  server.answer(twoFactorState, () => {
    if (now === null) throw refused(404, 'no')
    return now
  })
  server.answer(beginTwoFactor, () => ({
    uri: 'otpauth://totp/Fieldwork:amelia.ward?secret=ABCDEFGHIJKLMNOP&issuer=Fieldwork',
    secret: 'ABCDEFGHIJKLMNOP',
  }))
  server.answer(confirmTwoFactor, () => {
    now = { required: false, enabled: true, recoveryCodesLeft: 10 }
    return { recoveryCodes: CODES }
  })
  server.answer(disableTwoFactor, () => {
    now = { required: false, enabled: false, recoveryCodesLeft: 0 }
    return { done: true }
  })
  renderWith(
    server.services,
    <QueryClientProvider client={createQueryClient()}>
      <TwoFactorSettings />
    </QueryClientProvider>,
  )
  return { ...server, user: userEvent.setup() }
}

async function toCode(at: ReturnType<typeof open>) {
  await at.user.click(await screen.findByRole('button', { name: 'Turn it on' }))
  return await screen.findByRole('textbox', { name: 'Code from the app' })
}

test('setting up shows the QR code and the key, takes a code, and shows the recovery codes once', async () => {
  const at = open()
  const field = await toCode(at)
  expect(await screen.findByRole('img', { name: 'QR code for an authenticator app' })).toBeDefined()
  expect(screen.getByText('ABCD EFGH IJKL MNOP')).toBeDefined()
  await at.user.type(field, '12 34 56{Enter}')
  await screen.findByRole('heading', { name: 'Keep your recovery codes' })
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(CODES)
  expect(at.made.at(-1)).toEqual({ path: '/api/auth/two-factor/confirm', request: { code: '123456' } })
  await at.user.click(screen.getByRole('button', { name: 'I’ve kept them' }))
  await screen.findByText('Two-factor sign-in is on')
  expect(screen.getByText('You have 10 recovery codes left.')).toBeDefined()
  expect(screen.queryByText('code-0')).toBeNull()
})

test('a wrong code leaves the same key to try again', async () => {
  const at = open()
  at.answer(confirmTwoFactor, () => {
    throw refused(400, 'That code is not right.')
  })
  const field = await toCode(at)
  await at.user.type(field, '12345{Enter}')
  expect(screen.getByRole('alert').textContent).toMatch(/six digits/)
  await at.user.type(field, '6{Enter}')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('That code is not right.'))
  expect(at.made.filter(({ path }) => path === beginTwoFactor.path)).toHaveLength(1)
})

test('the recovery codes can be copied and downloaded', async () => {
  const at = open()
  await at.user.type(await toCode(at), '123456{Enter}')
  await at.user.click(await screen.findByRole('button', { name: 'Copy' }))
  await screen.findByText('Copied')
  expect(await navigator.clipboard.readText()).toBe(CODES.join('\n'))
  const saved: string[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download)
  })
  await at.user.click(screen.getByRole('button', { name: 'Download' }))
  expect(saved).toEqual(['fieldwork-recovery-codes.txt'])
  click.mockRestore()
})

test('a browser that forbids copying says what else helps', async () => {
  const at = open()
  await at.user.type(await toCode(at), '123456{Enter}')
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
  await at.user.click(await screen.findByRole('button', { name: 'Copy' }))
  expect(await screen.findByText(/select the codes, or download them/)).toBeDefined()
  write.mockRestore()
})

test('turning it off needs the password', async () => {
  const at = open({ enabled: true, required: false, recoveryCodesLeft: 1 })
  expect(await screen.findByText('You have 1 recovery code left.')).toBeDefined()
  await at.user.click(screen.getByRole('button', { name: 'Turn it off' }))
  await at.user.click(screen.getByRole('button', { name: 'Turn it off' }))
  expect(screen.getByRole('alert').textContent).toBe('Please include a valid password')
  await at.user.type(screen.getByLabelText('Your password', { selector: 'input' }), 'secret{Enter}')
  await screen.findByText('Two-factor sign-in is off')
  expect(at.made).toContainEqual({ path: '/api/auth/two-factor/disable', request: { password: 'secret' } })
})

test('who must use it cannot turn it off', async () => {
  open({ enabled: true, required: true, recoveryCodesLeft: 0 })
  expect(await screen.findByText(/organisation asks for it/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Turn it off' })).toBeNull()
})

test('a server without two-factor sign-in says so', async () => {
  open(null)
  expect(await screen.findByText('Two-factor sign-in isn’t available here.')).toBeDefined()
})

test('S314 the recovery codes hold the person here until they are kept', async () => {
  const at = open()
  const { navigationLock } = at.services
  await at.user.type(await toCode(at), '123456{Enter}')
  await screen.findByRole('heading', { name: 'Keep your recovery codes' })
  expect(navigationLock.mayGo('/elsewhere')).toBe(false)
  await at.user.click(screen.getByRole('button', { name: 'I’ve kept them' }))
  expect(navigationLock.mayGo('/elsewhere')).toBe(true)
})
