import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { userAgreement } from '#shared/contract/sign-in.ts'
import { forgotPassword } from '#shared/contract/sign-in-later.ts'
import { ssoProviders } from '#shared/contract/sso.ts'
import { refused } from '../../testing/fake-services.ts'
import { renderWith } from '../../testing/render.tsx'
import { SignInScreen } from './SignInScreen.tsx'
import { signInServices } from './testing.ts'

const HOUR = 60 * 60 * 1000

function open({ age = 17 * 24 * HOUR } = {}) {
  const at = signInServices()
  at.services.storage.remove('EULA_ACCEPTED')
  at.answer(userAgreement, () => ({
    title: 'How you may use Fieldwork',
    lastUpdated: new Date(at.services.now() - age).toISOString(),
    sections: [{ heading: 'Interviews', text: 'What people tell us stays with us.' }],
  }))
  return { ...at, user: userEvent.setup(), show: () => renderWith(at.services, <SignInScreen />) }
}

const box = () => screen.getByRole('checkbox', { name: /agreement/ })
const link = () => screen.findByRole('button', { name: 'end-user agreement (UELA)' })

test('S039 W034 the agreement’s name opens its text without ticking the box; Accept ticks it', async () => {
  const at = open()
  at.show()
  await at.user.click(await link())
  const dialog = await screen.findByRole('dialog', { name: 'How you may use Fieldwork' })
  expect(within(dialog).getByText('What people tell us stays with us.')).toBeDefined()
  expect(within(dialog).getByText('4 November 2026', { exact: false })).toBeDefined()
  expect(box()).toHaveProperty('checked', false)
  await at.user.click(within(dialog).getByRole('button', { name: 'Accept' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(box()).toHaveProperty('checked', true)
  expect(at.services.storage.get('EULA_ACCEPTED')).toEqual({
    userName: 'amelia.ward',
    acceptedAt: at.services.now(),
  })
})

test('S154 the date is marked within 168 hours of a change and not after', async () => {
  for (const [age, fresh] of [
    [168 * HOUR, 'true'],
    [168 * HOUR + 1, 'false'],
  ] as const) {
    const at = open({ age })
    const { unmount } = at.show()
    const label = await screen.findByText(/Last updated/)
    expect(label.dataset.fresh).toBe(fresh)
    expect(/recently changed/.test(label.textContent)).toBe(fresh === 'true')
    unmount()
  }
})

test('S152 the person reads why their acceptance no longer counts', async () => {
  const at = open({ age: HOUR })
  at.services.storage.set('EULA_ACCEPTED', {
    userName: 'amelia.ward',
    acceptedAt: at.services.now() - 2 * HOUR,
  })
  at.show()
  expect(await screen.findByText(/has changed since you accepted it/)).toBeDefined()
  expect(box()).toHaveProperty('checked', false)
})

test('W034 an agreement that could not be fetched can be asked for again', async () => {
  const at = open()
  const server = at.services.api.call
  let up = false
  at.services.api.call = async (call, request, options) => {
    if (call.path === userAgreement.path && !up) throw refused(500, 'Not now.')
    return await server(call, request, options)
  }
  at.show()
  await at.user.click(await link())
  const dialog = await screen.findByRole('dialog')
  expect((await within(dialog).findByRole('alert')).textContent).toContain('could not be fetched.Not now.')
  expect(within(dialog).getByRole('button', { name: 'Accept' })).toHaveProperty('disabled', true)
  up = true
  await at.user.click(within(dialog).getByRole('button', { name: 'Try again' }))
  expect(await within(dialog).findByText('What people tell us stays with us.')).toBeDefined()
})

test('a server without the agreement leaves a plain box', async () => {
  const at = open()
  at.answer(userAgreement, () => {
    throw refused(404, 'no')
  })
  at.show()
  await waitFor(() => expect(screen.queryByRole('button', { name: /agreement/ })).toBeNull())
  await at.user.click(box())
  expect(screen.getByRole('button', { name: 'Next' })).toHaveProperty('disabled', false)
})

async function forgot(at: ReturnType<typeof open>) {
  at.show()
  await at.user.click(screen.getByRole('button', { name: 'Forgot your password?' }))
  return await screen.findByRole('dialog', { name: 'Forgot your password?' })
}

test('S039 the forgot-password dialog knows the user name and never tells whether it exists', async () => {
  const at = open()
  at.answer(forgotPassword, () => ({ done: true }))
  const dialog = await forgot(at)
  expect(within(dialog).getByRole('textbox', { name: 'User name' })).toHaveProperty('value', 'amelia.ward')
  await at.user.click(within(dialog).getByRole('button', { name: 'Send the link' }))
  expect((await within(dialog).findByRole('status')).textContent).toMatch(/^If that user name is known/)
  expect(at.made.filter(({ path }) => path !== userAgreement.path && path !== ssoProviders.path)).toEqual([
    { path: '/api/auth/forgot-password', request: { userName: 'amelia.ward' } },
  ])
  await at.user.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1) ?? dialog)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('button', { name: 'Next' })).toBeDefined()
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([''])
})

test('S039 the forgot-password dialog says what went wrong and keeps the name', async () => {
  const at = open()
  at.answer(forgotPassword, () => {
    throw refused(429, 'Too many requests')
  })
  const dialog = await forgot(at)
  const field = within(dialog).getByRole('textbox', { name: 'User name' })
  await at.user.clear(field)
  await at.user.click(within(dialog).getByRole('button', { name: 'Send the link' }))
  expect(within(dialog).getByRole('alert').textContent).toBe('Please include a valid username')
  await at.user.type(field, 'bilal.khan{Enter}')
  await waitFor(() => expect(within(dialog).getByRole('alert').textContent).toBe('Too many requests'))
  expect(field).toHaveProperty('value', 'bilal.khan')
})
