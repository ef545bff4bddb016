import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { submitMood } from '#shared/contract/well-being.ts'
import { SYSTEM_USER_ID, SYSTEM_USER_LABEL } from '#shared/domain/chat.ts'
import { initialsOf } from '#shared/domain/initials.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { manualTimers } from '../../testing/manual-timers.ts'
import { renderWith } from '../../testing/render.tsx'
import { testToken } from '../../testing/session-token.ts'
import { WellBeingDialog } from './WellBeingDialog.tsx'

function open({ isRequired = false, timeoutSeconds = 60 } = {}) {
  const timers = manualTimers()
  const server = fakeServices({ timers })
  server.services.session.signIn(testToken(['CAN_USE_MOOD_CAPTURE']))
  server.answer(submitMood, () => ({ done: true }))
  const onClose = vi.fn()
  const params = { isRequired, timeoutSeconds }
  renderWith(server.services, <WellBeingDialog opened onClose={onClose} params={params} />)
  const pass = (ms: number) => act(() => timers.pass(ms))
  const said = () => [...screen.getByRole('log').querySelectorAll('p')].map(({ textContent }) => textContent)
  const cross = () => document.querySelector('.mantine-Modal-close')
  const notices = () => server.services.notices.store.getState().map(({ message }) => message)
  return { ...server, onClose, pass, said, cross, notices, user: userEvent.setup() }
}
const mood = (name: string) => screen.queryByRole('radio', { name })
const button = (name: string) => screen.getByRole('button', { name })

test('W111 W033 W241 W257 the check greets, takes one mood once, replies, asks for words, and is submitted', async () => {
  const { user, made, said, notices, onClose } = open()
  expect(said()).toHaveLength(1)
  expect(said()[0]).toMatch(/^Hello .+How are you feeling/)
  const log = screen.getByRole('log', { name: 'Conversation with SAM' })
  expect(within(log).getByText(initialsOf('SAM'))).toBeDefined()
  expect([SYSTEM_USER_ID, SYSTEM_USER_LABEL]).toEqual([-2, 'SAM'])
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull()
  for (const name of ['Sad', 'Low', 'All right', 'Good', 'Happy']) expect(mood(name)).not.toBeNull()
  await user.click(screen.getByRole('radio', { name: 'Low' }))
  // Once only: it can't be picked again.
  expect(screen.queryAllByRole('radio')).toEqual([])
  expect(said().slice(1)).toEqual([
    'Low',
    expect.stringContaining('Some days are harder than others. Is there anything you would like to share?'),
  ])
  await user.type(screen.getByRole('textbox'), ' A long day ')
  await user.click(button('Submit'))
  await waitFor(() => expect(said().at(-1)).toBe('Thank you. Take care of yourself!'))
  expect(made).toEqual([
    { path: '/api/well-being/submit-mood', request: { moodValue: 2, comments: 'A long day', userID: 7 } },
  ])
  expect(said()).toContain('A long day')
  expect(notices()).toEqual(['Submitted'])
  await user.click(button('Done'))
  expect(onClose).toHaveBeenCalledTimes(1)
})

test.each([
  ['Sad', 1, 'I’m sorry'],
  ['All right', 3, 'An ordinary day'],
  ['Good', 4, 'good to hear'],
  ['Happy', 5, 'wonderful'],
])(
  'W111 %s has a reply of its own and is sent as %i, shared only where it is ticked',
  async (name, moodValue, reply) => {
    const { user, made, said } = open()
    await user.click(screen.getByRole('radio', { name }))
    expect(said().at(-1)).toContain(reply)
    const share = screen.getByRole('checkbox', { name: 'Share with my supervisor' })
    expect(share).toHaveProperty('checked', false)
    await user.click(share)
    await user.click(button('Submit'))
    expect(made.map(({ request }) => request)).toEqual([
      { moodValue, comments: '', userID: 7, isShared: true },
    ])
  },
)

test('W111 W217 a refusal says why and keeps what was written', async () => {
  const { user, answer } = open()
  answer(submitMood, () => {
    throw refused(503, 'Busy.')
  })
  await user.click(screen.getByRole('radio', { name: 'Good' }))
  await user.type(screen.getByRole('textbox'), 'words')
  await user.click(button('Submit'))
  expect(await screen.findByText('Busy.')).toBeDefined()
  expect(screen.getByRole('textbox')).toHaveProperty('value', 'words')
})

describe('without an answer', () => {
  test('W112 W253 it ends after its seconds, to the second', async () => {
    const { pass, said, made } = open({ timeoutSeconds: 45 })
    pass(44_999)
    expect(said()).not.toContain('Well being check timed out')
    pass(1)
    expect(said().at(-1)).toBe('Well being check timed out')
    expect(screen.queryAllByRole('radio')).toEqual([])
    expect(button('Done')).toBeDefined()
    expect(made).toEqual([])
  })

  test('W112 one second is enough to end it', () => {
    const { pass, said } = open({ timeoutSeconds: 1 })
    pass(999)
    expect(said()).toHaveLength(1)
    pass(1)
    expect(said().at(-1)).toBe('Well being check timed out')
  })

  test('W112 each act of the person’s begins the time anew, and what was written outlives it', async () => {
    const { pass, said, user, made } = open()
    pass(59_000)
    await user.click(screen.getByRole('radio', { name: 'Good' }))
    pass(59_000)
    await user.type(screen.getByRole('textbox'), 'a')
    pass(59_999)
    expect(said()).not.toContain('Well being check timed out')
    pass(1)
    expect(said().at(-1)).toBe('Well being check timed out')
    await user.click(button('Start again'))
    expect(screen.getByRole('textbox')).toHaveProperty('value', 'a')
    await user.click(button('Submit'))
    expect(made.map(({ request }) => request)).toEqual([{ moodValue: 4, comments: 'a', userID: 7 }])
    pass(120_000)
    expect(said()).not.toContain('Well being check timed out')
  })

  test('W253 0 seconds are for ever', () => {
    const { pass, said } = open({ timeoutSeconds: 0 })
    pass(86_400_000)
    expect(said()).toHaveLength(1)
  })
})

/** The check as it comes, and comes once more. */
function Twice() {
  const [opened, setOpened] = useState(true)
  return (
    <>
      <WellBeingDialog
        opened={opened}
        onClose={() => setOpened(false)}
        params={{ isRequired: true, timeoutSeconds: 60 }}
      />
      <button type="button" onClick={() => setOpened(true)}>
        Once more
      </button>
    </>
  )
}

describe('closing', () => {
  test('W033 it can be closed where it isn’t required', async () => {
    const { user, cross, onClose } = open()
    expect(cross()).not.toBeNull()
    await user.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  test('W033 where it is required it can’t be closed before it is answered', async () => {
    const { user, cross, onClose } = open({ isRequired: true })
    expect(cross()).toBeNull()
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('radio', { name: 'Good' }))
    await user.keyboard('{Escape}')
    expect(onClose).not.toHaveBeenCalled()
    await user.click(button('Submit'))
    await waitFor(() => expect(cross()).not.toBeNull())
    await user.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  test('W033 a required one that comes once more is to be answered once more', async () => {
    const { services, answer } = fakeServices({ timers: manualTimers() })
    services.session.signIn(testToken(['CAN_USE_MOOD_CAPTURE']))
    answer(submitMood, () => ({ done: true }))
    renderWith(services, <Twice />)
    const cross = () => document.querySelector('.mantine-Modal-close')
    fireEvent.click(await screen.findByRole('radio', { name: 'Good' }))
    fireEvent.click(button('Submit'))
    await waitFor(() => expect(cross()).not.toBeNull())
    fireEvent.click(button('Done'))
    await waitFor(() => expect(screen.queryByRole('log')).toBeNull())
    fireEvent.click(screen.getByText('Once more'))
    expect(await screen.findByRole('radio', { name: 'Good' })).toBeDefined()
    expect(cross()).toBeNull()
  })

  test('W033 W112 a required one that timed out can be closed', () => {
    const { pass, cross } = open({ isRequired: true })
    pass(60_000)
    expect(cross()).not.toBeNull()
  })
})
