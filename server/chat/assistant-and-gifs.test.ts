import { afterAll, expect, test } from 'vitest'
import { listPreview } from '#shared/domain/chat-preview.ts'
import { writeSetting } from '../db/settings.ts'
import { Refusal } from '../refusal.ts'
import { putSetting } from '../settings/settings.ts'
import { AssistantError } from './assistant/chat-assistant.ts'
import { openAICompatible } from './assistant/openai-compatible.ts'
import { chatAssistantHandlers } from './assistant-handlers.ts'
import { as, BEN, makeChat } from './chat-fixture.ts'
import { readChatServices } from './chat-services.ts'
import { builtInGifs } from './gifs/built-in-gifs.ts'
import { DRAWINGS, draw } from './gifs/drawings.ts'
import { encodeGif } from './gifs/gif-encoder.ts'
import { gifService } from './gifs/gif-service.ts'

const { parts } = await makeChat()
afterAll(() => parts.db.destroy())
// The demo company has the GIFs of the product.
await writeSetting(parts.db, 'seedVersion', '1')
const withAnswer = (answer: string) => {
  const asked: string[][] = []
  const assistant = {
    ask: async (...said: string[]) => {
      asked.push(said)
      return answer
    },
  }
  return { calls: chatAssistantHandlers({ ...parts, assistant }), asked }
}

test('C216 without an assistant its calls answer 404 as if they were not there, and the features say so', async () => {
  const calls = chatAssistantHandlers(parts)
  expect(await calls.chatFeatures(null, as(BEN))).toEqual({
    assistant: false,
    rewording: false,
    gifs: 'BUILT_IN',
  })
  for (const name of ['getAiRewording', 'getSuggestedReplies', 'messageTask'] as const)
    await expect(calls[name]({ message: 'Hi' }, as(BEN))).rejects.toMatchObject({ status: 404 })
})

test('rewording and GIFs that the company switched off are offered to nobody and refused, and come back', async () => {
  const { calls } = withAnswer('Better')
  const message = { message: 'm' }
  const offered = async () => {
    const { assistant, rewording, gifs } = await calls.chatFeatures(null, as(BEN))
    return [assistant, rewording, gifs]
  }
  const tried = async (run: () => unknown) => {
    try {
      await run()
      return 'taken'
    } catch (error) {
      return error instanceof Refusal ? `${error.status} ${error.code}` : error
    }
  }
  const all = () =>
    Promise.all([
      tried(() => calls.getAiRewording(message, as(BEN))),
      tried(() => calls.getSuggestedReplies(message, as(BEN))),
      tried(() => calls.searchGifs({ searchTerm: '' }, as(BEN))),
    ])
  expect(await offered()).toEqual([true, true, 'BUILT_IN'])
  expect(await all()).toEqual(['taken', 'taken', 'taken'])
  await putSetting(parts.db, 'chat.rewording', false)
  await putSetting(parts.db, 'chat.gifs', false)
  // What a message asks for can still become a task.
  expect(await offered()).toEqual([true, false, 'OFF'])
  expect(await all()).toEqual(['403 assistant.off', '403 assistant.off', '403 gif.off'])
  await putSetting(parts.db, 'chat.rewording', true)
  await putSetting(parts.db, 'chat.gifs', true)
  expect(await all()).toEqual(['taken', 'taken', 'taken'])
})

test('C216 C217 rewording answers data, suggested replies at most three lines without their bullets', async () => {
  const rewording = withAnswer('Could you call me?')
  expect(await rewording.calls.getAiRewording({ message: 'call me' }, as(BEN))).toEqual({
    data: 'Could you call me?',
  })
  expect(rewording.asked[0]?.[1]).toBe('call me')
  const replies = withAnswer('1. Yes\n\n- No\n* Maybe\nLater')
  expect(await replies.calls.getSuggestedReplies({ message: 'Coming?' }, as(BEN))).toEqual({
    suggestions: ['Yes', 'No', 'Maybe'],
  })
})

test('C222 a message becomes a task, with the defaults of a quick task for what is not said', async () => {
  const full =
    '```json\n{"subject":"Check quota","description":"Wave 3","priority":"HIGH","requiredHours":2,"eventStart":"2026-11-23T09:00:00+01:00","dueDate":"2026-11-24T12:00:00Z"}\n```'
  expect(await withAnswer(full).calls.messageTask({ message: 'm' }, as(BEN))).toEqual({
    subject: 'Check quota',
    description: 'Wave 3',
    priority: 'HIGH',
    requiredHours: 2,
    eventStart: '2026-11-23T08:00:00.000Z',
    dueDate: '2026-11-24T12:00:00.000Z',
  })
  const bare = await withAnswer('{"subject":"Check","priority":"SOON"}').calls.messageTask(
    { message: 'm' },
    as(BEN),
  )
  expect(bare).toMatchObject({ priority: 'LOW', requiredHours: 1, description: '' })
  expect(bare.dueDate).toMatch(/T23:59:00/)
  const hoursOf = async (requiredHours: number) => {
    const answer = JSON.stringify({ subject: 'Check', requiredHours })
    return (await withAnswer(answer).calls.messageTask({ message: 'm' }, as(BEN))).requiredHours
  }
  expect(await Promise.all([0, 0.5, 1000, 1000.5].map(hoursOf))).toEqual([1, 0.5, 1000, 1])
  await expect(
    withAnswer('There is none.').calls.messageTask({ message: 'm' }, as(BEN)),
  ).rejects.toMatchObject({
    status: 400,
  })
})

test('C216 C217 an OpenAI-compatible service is asked with its key and model; its faults are told in words', async () => {
  const requests: Request[] = []
  const answering = (body: unknown, status = 200) => {
    const fetchOf: typeof fetch = async (input, init) => {
      requests.push(new Request(input, init))
      return Response.json(body, { status })
    }
    return openAICompatible({ url: 'https://ai.example/v1/', model: 'small', key: 'k' }, fetchOf)
  }
  const good = { choices: [{ message: { content: ' Hello ' } }] }
  expect(await answering(good).ask('Reword', 'hi')).toBe('Hello')
  expect([requests[0]?.url, requests[0]?.headers.get('authorization')]).toEqual([
    'https://ai.example/v1/chat/completions',
    'Bearer k',
  ])
  expect(await requests[0]?.json()).toMatchObject({
    model: 'small',
    messages: [{ content: 'Reword' }, { content: 'hi' }],
  })
  await expect(answering({}).ask('', '')).rejects.toBeInstanceOf(AssistantError)
  await expect(answering(good, 500).ask('', '')).rejects.toBeInstanceOf(AssistantError)
  const calls = chatAssistantHandlers({ ...parts, assistant: answering({}, 503) })
  await expect(calls.getAiRewording({ message: 'x' }, as(BEN))).rejects.toMatchObject({ status: 400 })
})

test('the services are those that the environment names, whole', () => {
  expect(readChatServices({})).toMatchObject({ assistant: null, gifs: { kind: 'BUILT_IN' } })
  expect(readChatServices({ FIELDWORK_AI_URL: 'no address', FIELDWORK_AI_MODEL: 'm' }).assistant).toBeNull()
  const both = readChatServices({
    FIELDWORK_AI_URL: 'https://ai.example/v1',
    FIELDWORK_AI_MODEL: 'm',
    FIELDWORK_GIF_URL: 'https://gifs.example',
    FIELDWORK_GIF_KEY: 'k',
  })
  expect(both.assistant).not.toBeNull()
  expect(both.gifs.kind).toBe('SERVICE')
})

test('the GIFs that come with the server are found by words, and each is a GIF that lists preview as one', async () => {
  const all = await builtInGifs.search('')
  expect(all).toHaveLength(Object.keys(DRAWINGS).length)
  expect((await builtInGifs.search('congrat')).map((one) => one.id)).toEqual(['celebrate'])
  expect(await builtInGifs.search('zebra')).toEqual([])
  for (const { url } of all) expect(listPreview({ type: 'TEXT', message: url })).toBe('Sent a GIF')
  const gif = encodeGif(draw(DRAWINGS.heart?.paint ?? (() => 0)))
  expect([gif.toString('latin1', 0, 6), gif.readUInt16LE(6), gif.at(-1)]).toEqual(['GIF89a', 120, 0x3b])
  expect(gif.length).toBeLessThan(100_000)
})

const RELAYED = `/api/public/gifs/s-${Buffer.from('https://media.gifs.example/a.gif').toString('base64url')}.gif`

test('images of a GIF service are handed on by this server, and nobody else’s', async () => {
  const fetched: string[] = []
  const gif = () => new Response('GIF89a', { headers: { 'content-type': 'image/gif' } })
  let answer = gif
  const provider = gifService({ url: 'https://gifs.example', key: 'k' }, async (input) => {
    fetched.push(String(input))
    return answer()
  })
  const named = (url: string) => `s-${Buffer.from(url).toString('base64url')}`
  expect((await provider.image(named('https://media.gifs.example/a.gif')))?.toString()).toBe('GIF89a')
  expect(listPreview({ type: 'TEXT', message: RELAYED })).toBe('Sent a GIF')
  for (const url of [
    'http://media.gifs.example/a.gif',
    'https://gifs.example.evil.example/a.gif',
    'https://evilgifs.example/a.gif',
    'https://127.0.0.1/a.gif',
    'https://gifs.example:8443/a.gif',
    'https://me@gifs.example/a.gif',
    'nonsense',
  ])
    expect(await provider.image(named(url))).toBeNull()
  expect(fetched).toEqual(['https://media.gifs.example/a.gif'])
  answer = () => new Response('<script>', { headers: { 'content-type': 'text/html' } })
  expect(await provider.image(named('https://gifs.example/a.gif'))).toBeNull()
})

test('a GIF service is searched; what it counts its viewers by is left out', async () => {
  const image = { url: 'https://media.gifs.example/a.gif?cid=tracker', width: '200', height: '100' }
  const provider = gifService({ url: 'https://gifs.example', key: 'k' }, async (input) => {
    expect(String(input)).toBe('https://gifs.example/v1/gifs/search?api_key=k&limit=24&rating=g&q=cat')
    return Response.json({ data: [{ id: 'a', title: 'Cat', images: { fixed_height: image } }] })
  })
  expect(await provider.search('cat')).toEqual([
    {
      id: 'a',
      title: 'Cat',
      url: RELAYED,
      previewUrl: RELAYED,
      width: 200,
      height: 100,
    },
  ])
  const broken = gifService({ url: 'https://gifs.example', key: 'k' }, async () => new Response('no'))
  await expect(broken.search('cat')).rejects.toMatchObject({ status: 400 })
})
