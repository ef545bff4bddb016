import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { MasterActivity } from '#shared/contract/activity.ts'
import { askIdle, tellIdle } from '#shared/contract/idle.ts'
import type { DialogParams } from '../../services/notices/dialogs.ts'
import type { Services } from '../../services/services.ts'
import { fakeLive } from '../../testing/fake-live.tsx'
import { refused } from '../../testing/fake-services.ts'
import { manualTimers } from '../../testing/manual-timers.ts'
import { renderWith } from '../../testing/render.tsx'
import { IdleDialog } from './IdleDialog.tsx'
import { watchIdle } from './idle-watch.ts'

const NOON = Date.UTC(2026, 4, 4, 12)
const at = (seconds: number) => new Date(NOON + seconds * 1000).toISOString()

async function open({
  isPopOut = false,
  currentActivity = 'AVAILABLE' as MasterActivity['currentActivity'],
  idleFlagSeconds = 300,
  ...changes
}: Partial<Services> & {
  isPopOut?: boolean
  currentActivity?: MasterActivity['currentActivity']
  idleFlagSeconds?: number
} = {}) {
  const timers = manualTimers()
  let seconds = 0
  const home = fakeLive({ now: () => NOON + seconds * 1000, timers, ...changes })
  const told: unknown[] = []
  let isAsked = true
  home.answer(askIdle, () => ({ isAsked }))
  home.answer(tellIdle, (request) => {
    told.push(request)
    return { done: true }
  })
  const become = (activity: MasterActivity['currentActivity']) =>
    home.live.activity.change({
      ...({ idleFlagSeconds, onActivityActions: [] } as unknown as MasterActivity),
      currentActivity: activity,
    })
  await become(currentActivity)
  const page = new EventTarget() as unknown as Window
  const { services, live } = home
  const end = watchIdle(page, { ...services, activity: live.activity, isPopOut })
  const pass = async (more: number) => {
    for (let second = 0; second < more; second++) {
      seconds += 1
      timers.pass(1000)
      // What was asked is answered between two looks.
      for (let turn = 0; turn < 8; turn++) await Promise.resolve()
    }
  }
  const dialog = () =>
    services.dialogs.store.getState().find(({ name, opened }) => name === 'idle-question' && opened)
      ?.params as DialogParams['idle-question'] | undefined
  const touch = () => page.dispatchEvent(new Event('pointerdown'))
  const setAsked = (is: boolean) => {
    isAsked = is
  }
  return { ...home, told, pass, dialog, touch, end, become, setAsked }
}

test('D085 the question comes after idleFlagSeconds without a touch, and the flag 60 seconds later, not before', async () => {
  const { pass, dialog, told, touch } = await open()
  await pass(200)
  touch()
  await pass(299)
  expect(dialog()).toBeUndefined()
  await pass(1)
  expect(dialog()).toMatchObject({ since: NOON + 200_000, isFlagged: false })
  await pass(59)
  expect(told).toEqual([])
  await pass(1)
  expect(told).toEqual([{ since: at(200), until: at(560), answer: null }])
  expect(dialog()).toMatchObject({ isFlagged: true })
  // A touch ends the flag, and what it was can still be said.
  await pass(40)
  touch()
  expect(told[1]).toEqual({ since: at(200), until: at(600), answer: 'STILL_HERE' })
  expect(dialog()).toMatchObject({ isFlagged: false })
})

test('D085 who touches or answers within the minute is never flagged', async () => {
  const { pass, dialog, told, touch } = await open()
  await pass(300)
  touch()
  await pass(120)
  expect(told).toEqual([])
  expect(dialog()).toBeDefined()
  await dialog()?.answer('BREAK')
  expect(told).toEqual([{ since: at(0), until: at(300), answer: 'BREAK' }])
  expect(dialog()).toBeUndefined()
  // From the answer on it counts anew.
  await pass(299)
  expect(dialog()).toBeUndefined()
  await pass(1)
  expect(dialog()).toBeDefined()
})

test('D085 nobody is asked on a call, on a break, or in a window that another opened', async () => {
  const onCall = await open()
  onCall.setAsked(false)
  await onCall.pass(500)
  expect(onCall.dialog()).toBeUndefined()
  onCall.setAsked(true)
  await onCall.pass(60)
  expect(onCall.dialog()).toBeDefined()

  // 0 is that nobody is asked.
  for (const other of [
    await open({ currentActivity: 'BREAK' }),
    await open({ isPopOut: true }),
    await open({ idleFlagSeconds: 0 }),
  ]) {
    await other.pass(500)
    expect(other.dialog()).toBeUndefined()
    expect(other.made).toEqual([])
  }
})

test('the question goes with the activity that it was about, and with the session', async () => {
  const { pass, dialog, become, end } = await open()
  await pass(300)
  expect(dialog()).toBeDefined()
  await become('MEETING')
  await pass(1)
  expect(dialog()).toBeUndefined()
  await pass(300)
  expect(dialog()).toBeDefined()
  end()
  expect(dialog()).toBeUndefined()
})

test('D085 in the desktop client a touch anywhere on the machine counts', async () => {
  let idle = 0
  const desktop = {
    available: true,
    version: '1.0.0',
    logs: null,
    invoke: async () => ({ ok: true, value: idle }),
    on: () => () => {},
  } as unknown as Services['desktop']
  const { pass, dialog } = await open({ desktop })
  await pass(600)
  expect(dialog()).toBeUndefined()
  idle = 300
  await pass(400)
  expect(dialog()).toBeDefined()
})

test('‘I was away’ asks what it was; a refusal is said and the question stays', async () => {
  const user = userEvent.setup()
  const { services, pass, dialog, answer, told } = await open()
  await pass(300)
  const params = dialog()
  if (!params) throw new Error('nobody was asked')
  renderWith(services, <IdleDialog opened params={params} />)
  expect(screen.getByRole('dialog', { name: 'Are you still working?' })).toBeDefined()
  expect(screen.getByText('Nothing was touched since 13:00.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'I was away' }))
  answer(tellIdle, () => {
    throw refused(400, 'The end has to come after the start, and both have to be past.')
  })
  await user.click(screen.getByRole('button', { name: 'Personal' }))
  expect(await screen.findByText(/The end has to come after the start/)).toBeDefined()
  answer(tellIdle, (request) => {
    told.push(request)
    return { done: true }
  })
  await user.click(screen.getByRole('button', { name: 'Break' }))
  await waitFor(() => expect(told).toMatchObject([{ answer: 'BREAK' }]))
  expect(dialog()).toBeUndefined()
})
