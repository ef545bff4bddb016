import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import {
  answerQuest,
  type MyExperience,
  myExperience,
  myLevel,
  showName,
} from '#shared/contract/gamification.ts'
import { levelOf } from '#shared/domain/gamification.ts'
import { fakeLive } from '../../testing/fake-live.tsx'
import { refused } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { MyExperienceScreen } from './index.ts'

function open(points: number | null, more: Partial<MyExperience> = {}) {
  const server = fakeLive()
  server.services.session.signIn(testToken(['ITRACKER_CAN_SEE_MY_EXPERIENCE']))
  const mine: MyExperience = {
    ...{ level: levelOf(7, points ?? 0), earned: [], quests: [], isNameShown: false, board: [], ...more },
  }
  server.answer(myExperience, () => mine)
  server.answer(answerQuest, () => ({ done: true }))
  server.answer(showName, () => ({ done: true }))
  let xp = points
  server.answer(myLevel, ({ userID }) => {
    if (xp === null) throw refused(403, 'Your level is not for you.')
    return levelOf(userID, xp)
  })
  renderSignedIn(server.services, server.around(<MyExperienceScreen />))
  return { ...server, set: (next: number) => (xp = next) }
}

test('/my-experience shows the level, the points, what is missing, the levels and quests', async () => {
  const at = open(300)
  expect(await screen.findByRole('heading', { name: 'Level 2 · Listener' })).toBeDefined()
  expect(at.made.filter(({ path }) => path === myLevel.path)[0]?.request).toEqual({ userID: 7 })
  expect(screen.getByText('450 XP to level 3')).toBeDefined()
  expect(screen.getByRole('progressbar').getAttribute('value')).toBe('0.1')
  const levels = within(screen.getByRole('region', { name: 'Levels' })).getAllByRole('listitem')
  expect(levels.map(({ textContent }) => textContent)).toEqual([
    'Level 1 · NewcomerReached',
    'Level 2 · ListenerReached',
    'Level 3 · Prober750 XP',
    'Level 4 · Scout1,500 XP',
    'Level 5 · Pathfinder2,500 XP',
  ])
  expect(screen.getByRole('region', { name: 'How points are earned' }).textContent).toContain('20 XP')
  expect(await screen.findByText('Your first quest starts with your next shift.')).toBeDefined()
})

test('who has earned something reads that no quest runs, not that the first is to come', async () => {
  open(300, { earned: [{ reason: 'DAYS', what: 'Monday', points: 10, at: null }] })
  expect(await screen.findByText('No quests right now.')).toBeDefined()
  expect(screen.queryByText(/first quest/)).toBeNull()
})

test('a level that can’t be had says why, and is tried again', async () => {
  const at = open(null)
  expect((await screen.findByRole('alert')).textContent).toContain('Your level is not for you.')
  at.set(0)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Level 1 · Newcomer' })).toBeDefined()
})

test('D110 the board has those who show their name, and one’s own is off until it is switched on', async () => {
  const at = open(300, { board: [{ userID: 9, name: 'Ben Bee', points: 250 }] })
  const board = within(await screen.findByRole('region', { name: 'Team board' }))
  expect(board.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Ben Bee250 XP'])
  expect(board.getByText('Points of quests in 30 days')).toBeDefined()
  const own = board.getByRole('switch', { name: 'Show my name on boards' })
  expect((own as HTMLInputElement).checked).toBe(false)
  await userEvent.click(own)
  const sent = at.made.filter(({ path }) => path === showName.path)
  expect(sent.map(({ request }) => request)).toEqual([{ isShown: true }])
})

test('a quest that is offered is accepted, one that is taken is dropped; what is over only says so', async () => {
  const quest = {
    ...{
      id: 3,
      name: 'Clear and complete',
      icon: '🎧',
      message: 'Reach 90',
      measure: 'qcScore' as const,
      aim: 90,
    },
    ...{
      minQcScore: null,
      rewardXP: 150,
      from: '2026-05-04T00:00:00Z',
      to: '2026-05-11T00:00:00Z',
      by: 'Priya',
    },
    ...{ changedAt: '2026-05-04T00:00:00Z', value: 88.5 },
  }
  const at = open(300, {
    quests: [
      { ...quest, state: 'OFFERED' },
      { ...quest, id: 4, name: 'On the dot', state: 'ACTIVE' },
      { ...quest, id: 5, name: 'Kind words', state: 'COMPLETED' },
    ],
    earned: [{ reason: 'QUEST', what: 'Kind words', points: 150, at: '2026-05-04T12:00:00Z' }],
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Accept Clear and complete' }))
  await userEvent.click(screen.getByRole('button', { name: 'Drop On the dot' }))
  const sent = at.made.filter(({ path }) => path === answerQuest.path)
  expect(sent.map(({ request }) => request)).toEqual([
    { id: 3, isAccepted: true },
    { id: 4, isAccepted: false },
  ])
  expect(screen.queryByRole('button', { name: /Kind words/ })).toBeNull()
  // Today's figure is of those that one can still reach.
  const lines = within(screen.getByRole('region', { name: 'Quests' })).getAllByRole('listitem')
  expect(lines.map(({ textContent }) => textContent?.includes('now 88.5'))).toEqual([true, true, false])
  expect(screen.getByRole('region', { name: 'Earned in 30 days' }).textContent).toContain(
    'Kind words, 4 May150 XP',
  )
})
