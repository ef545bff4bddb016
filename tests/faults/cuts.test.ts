import { expect, test } from 'vitest'
import { randomFrom } from '#shared/domain/random.ts'
import { openOffice } from './office.ts'
import { turns, until } from './people.ts'

const CUTS = 500
const MESSAGES = 200

test('500 random cuts in a conversation: both ends show the same messages in the same order, none lost, none twice', async () => {
  const office = await openOffice()
  try {
    const random = randomFrom(6)
    const people = [
      await office.open(0, { reconnectMs: 1 }),
      await office.open(1, { reconnectMs: 1 }),
    ] as const
    await until('both have it open', () => people.every((person) => person.isReady()))
    const said: [string[], string[]] = [[], []]
    let cuts = 0
    while (cuts < CUTS || said[0].length + said[1].length < MESSAGES) {
      const which = random() < 0.5 ? 0 : 1
      const text = `${which}-${said[which].length}`
      const isDue = said[0].length + said[1].length < Math.min(MESSAGES, ((cuts + 1) * MESSAGES) / CUTS + 5)
      if (isDue && people[which].chat.send(text)) said[which].push(text)
      await turns(Math.floor(random() * 12))
      if (cuts < CUTS && people[random() < 0.5 ? 0 : 1].link.cut() > 0) cuts++
      await turns(Math.floor(random() * 12))
    }
    const everything = [...said[0], ...said[1]].sort()
    await until('all is sent', () => people.every((person) => person.unsent() === 0 && person.isReady()))
    // Whole is what somebody knows of: the last message may still be on its way to the other.
    const isThere = (person: (typeof people)[number]) =>
      person.isWhole() && person.shown().length >= everything.length
    await until('all is there', () => people.every(isThere))
    const stored = await office.stored()
    expect([...stored].sort()).toEqual(everything)
    for (const person of people) expect(person.shown()).toEqual(stored)
    for (const which of [0, 1] as const)
      expect(stored.filter((text) => text.startsWith(`${which}-`))).toEqual(said[which])
  } finally {
    await office.close()
  }
})
