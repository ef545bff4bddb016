import { describe, expect, test } from 'vitest'
import { POP_OUTS } from '#shared/domain/pop-outs.ts'
import { answerWish, type PageWindowKind } from './page-windows.ts'

const INSTANCES_MAX = 3

const available = { width: 1920, height: 1040 }

function wish(url: string, features = '', open: [string, PageWindowKind][] = [], room = available) {
  return answerWish({ url, features, available: room, open: new Map(open) })
}

describe('windows of our own', () => {
  test.each(POP_OUTS)('%s opens in a window of its own, once', (name) => {
    expect(wish(`app://fieldwork/${name}?room=1`)).toMatchObject({ do: 'open', kind: name })
    expect(wish(`app://fieldwork/${name}`, '', [['there', name]])).toEqual({ do: 'show', window: 'there' })
  })

  test('S252 a new instance opens at 768 by 1024, and not without end', () => {
    expect(wish('app://fieldwork/')).toEqual({
      do: 'open',
      kind: 'instance',
      size: { width: 768, height: 1024 },
    })
    const many = Array.from({ length: INSTANCES_MAX }, (_, i): [string, 'instance'] => [`${i}`, 'instance'])
    expect(wish('app://fieldwork/', '', many)).toEqual({ do: 'refuse' })
    expect(wish('app://fieldwork/', '', many.slice(1))).toMatchObject({ do: 'open' })
  })

  test('S329 the chat is at most 1200 by 768, whatever the page asks for, and no window is larger than the screen', () => {
    const sizeOf = (...args: Parameters<typeof wish>) => {
      const answer = wish(...args)
      return answer.do === 'open' ? answer.size : null
    }
    const chat = 'app://fieldwork/my-team-chat'
    expect(sizeOf(chat, 'popup=yes,width=5000,height=5000')).toEqual({ width: 1200, height: 768 })
    expect(sizeOf(chat, 'width=800, height=600,resizable=yes')).toEqual({ width: 800, height: 600 })
    expect(sizeOf(chat, 'popup=yes')).toEqual({ width: 1200, height: 768 })
    expect(sizeOf(chat, 'width=1,height=0')).toEqual({ width: 320, height: 240 })
    expect(sizeOf('app://fieldwork/', 'width=99999', [], { width: 1366, height: 728 })).toEqual({
      width: 1366,
      height: 728,
    })
  })

  test.each([
    'app://fieldwork/dashboard',
    'app://fieldwork/chat/scratch-pad',
    'app://fieldwork/scratch-pad/',
    'app://fieldwork/scratch-pad.html',
    'app://fieldwork/?next=/scratch-pad',
    'app://fieldwork/#x',
    'app://fieldwork/stopped',
    'app://other/scratch-pad',
    'app://user@fieldwork/scratch-pad',
    'https://fieldwork/scratch-pad',
    'https://elsewhere.example/my-team-chat',
    'data:text/html,scratch-pad',
    'about:blank',
    '',
  ])('%j is refused', (url) => expect(wish(url)).toEqual({ do: 'refuse' }))
})
