import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sendPopupMessage } from '#shared/contract/alerts.ts'
import { sendRemoteCommand } from '#shared/contract/session-support.ts'
import { fakeLive } from '../../testing/fake-live.tsx'
import { manualTimers } from '../../testing/manual-timers.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { CommandForm } from './CommandForm.tsx'
import { PopupForm } from './MessageForms.tsx'
import type { Target } from './PanelForm.tsx'
import { NOW } from './testing/people.ts'

const FORMS = [
  [
    'Reason',
    'Send to',
    (people: readonly Target[], done: () => void) => (
      <CommandForm people={people} call={null} onDone={done} onCancel={() => {}} />
    ),
  ],
  [
    'Text',
    'Show to',
    (people: readonly Target[], done: () => void) => (
      <PopupForm people={people} onDone={done} onCancel={() => {}} />
    ),
  ],
] as const

function open(count: number, form: (people: readonly Target[], done: () => void) => React.JSX.Element) {
  const home = fakeLive({ now: () => NOW, timers: manualTimers() })
  home.services.session.signIn(testToken(['ISUPERVISOR_CAN_SEE_MODULE']))
  const sent: number[] = []
  const done: string[] = []
  home.answer(sendRemoteCommand, ({ userID }) => {
    sent.push(Number(userID))
    return { commandID: 1 }
  })
  home.answer(sendPopupMessage, ({ userIDs }) => {
    sent.push(...(userIDs as number[]))
    return { done: true }
  })
  const people = Array.from({ length: count }, (_, at) => ({ id: at + 1, name: `P${at + 1}` }))
  renderSignedIn(home.services, home.around(form(people, () => done.push('done'))))
  const type = (name: string, value: string) =>
    fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
  return { sent, done, people, type }
}

test.each(FORMS)(
  'D016 what can’t be taken back asks for the number from 50 people on: %s',
  async (field, go, form) => {
    const { sent, done, people, type } = open(50, form)
    const send = screen.getByRole('button', { name: `${go} 50 people` })
    type(field, 'Fire drill at noon')
    fireEvent.click(send)
    expect(screen.getByText('This is for 50. Type 50 to go on.')).toBeDefined()
    type('Type 50 to go on', '49')
    fireEvent.click(send)
    expect(sent).toEqual([])
    type('Type 50 to go on', '50')
    fireEvent.click(send)
    await waitFor(() => expect(done).toEqual(['done']))
    expect(sent).toEqual(people.map(({ id }) => id))
  },
)

test.each(FORMS)('D016 49 people are no reason to ask for the number: %s', async (field, go, form) => {
  const { sent, done, type } = open(49, form)
  expect(screen.queryByRole('textbox', { name: /^Type / })).toBeNull()
  type(field, 'Fire drill at noon')
  fireEvent.click(screen.getByRole('button', { name: `${go} 49 people` }))
  await waitFor(() => expect(done).toEqual(['done']))
  expect(sent).toHaveLength(49)
})
