import { expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { CallGesturesState } from '../../services/calls/media/call-gestures.ts'
import type { CallMediaState, CallPerson } from '../../services/calls/media/call-media.ts'
import { manualTimers } from '../../testing/manual-timers.ts'
import { ANNOUNCE_MS, announceCall } from './announcer.ts'

const person = (name: string, part: Partial<CallPerson> = {}) =>
  ({ seat: name, name, isSpeaking: false, screen: null, ...part }) as CallPerson
const hand = (name: string, isOwn = false) => ({ seat: name, name, isOwn })

function open() {
  const media = createStore<CallMediaState>(() => ({ people: [person('Ann'), person('Ben')] }) as never)
  const gestures = createStore<CallGesturesState>(() => ({
    ...{ isHost: false, hosts: new Set(), hands: [], reactions: new Map(), mutedBy: null },
  }))
  const timers = manualTimers()
  const said: string[] = []
  const end = announceCall({
    ...{ media: { store: media }, gestures: { store: gestures }, timers },
    say: (words) => void said.push(words),
  })
  const speaking = (...names: string[]) =>
    media.setState({
      people: ['Ann', 'Ben'].map((name) => person(name, { isSpeaking: names.includes(name) })),
    })
  return { media, gestures, timers, said, end, speaking }
}

test('who speaks is said once, and again only after another did', () => {
  const at = open()
  at.speaking('Ann')
  at.speaking()
  at.timers.pass(ANNOUNCE_MS)
  at.speaking('Ann')
  expect(at.said).toEqual(['Ann is speaking.'])
  at.speaking('Ann', 'Ben')
  expect(at.said).toHaveLength(1)
  at.speaking('Ben')
  at.timers.pass(ANNOUNCE_MS)
  at.speaking('Ann')
  expect(at.said).toEqual(['Ann is speaking.', 'Ben is speaking.', 'Ann is speaking.'])
})

test('in a lively talk the newest of each kind is said together, once in four seconds', () => {
  const at = open()
  at.speaking('Ann')
  at.gestures.setState({ hands: [hand('Ann')] })
  at.gestures.setState({ hands: [hand('Ann'), hand('Ben'), hand('me', true)] })
  at.gestures.setState({ reactions: new Map([['Ann', 'CLAP']]) })
  at.media.setState({ people: [person('Ann', { isSpeaking: true }), person('Ben', { screen: {} as never })] })
  at.timers.pass(ANNOUNCE_MS - 1)
  expect(at.said).toEqual(['Ann is speaking.'])
  at.timers.pass(1)
  expect(at.said[1]).toBe('Ben raised their hand. Ann: clapping. Ben shares their screen.')
  // The own hand and what fades are nothing to say; nor is anything after the end.
  at.timers.pass(ANNOUNCE_MS)
  at.gestures.setState({ hands: [hand('me', true)], reactions: new Map() })
  at.end()
  at.speaking('Ben')
  expect(at.said).toHaveLength(2)
})
