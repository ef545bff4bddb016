import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { Account } from '../../scripts/lib/server-process.ts'
import {
  callingBrowser,
  closeDirectWays,
  codeOf,
  connectionsOf,
  giveMedia,
  hasLetGo,
  hears,
  unplug,
} from './support/call-media.ts'
import { ChangingNetwork } from './support/changing-network.ts'
import { openConversation } from './support/chat.ts'
import { newGroup } from './support/chat-api.ts'
import { accountOf, expect, test } from './support/fixtures.ts'
import type { TestServer } from './support/test-server.ts'

test.use(callingBrowser)
/** Two browsers with sound and picture, and a server that starts anew: on a busy machine that takes its time. */
test.describe.configure({ timeout: 240_000 })
/** Generous: a way that isn't there at once is looked for after 6, 10, 18, 26 … seconds. */
const WAY = { timeout: 75_000 }

const room = (page: Page) => page.getByRole('region', { name: /^(Manager m|M)eeting$/ })

const inCallList = (page: Page) => room(page).getByRole('list', { name: 'In the call' })

const away = (page: Page) => room(page).getByText(/^The connection to the server is broken/)

const [herTone, theirTone, visitorTone] = [700, 1900, 3100]

/** Two people who have taken a call, each with a tone and a picture of their own. */
async function inCall(
  { accounts, url }: TestServer,
  signedIn: (account: Account, serverUrl: string) => Promise<Page>,
  prepare: (page: Page) => Promise<void> = async () => {},
) {
  const [interviewer, supervisor] = [accountOf(accounts, 'interviewer'), accountOf(accounts, 'supervisor')]
  const [hers, theirs] = [await signedIn(interviewer, url), await signedIn(supervisor, url)]
  await giveMedia(hers, { tone: herTone, code: 0b10110010 })
  await giveMedia(theirs, { tone: theirTone, code: 0b01101100 })
  for (const page of [hers, theirs]) await prepare(page)
  await openConversation(theirs, interviewer.displayName)
  await theirs.getByRole('button', { name: 'Call all members' }).click()
  await theirs.getByRole('dialog', { name: 'Confirm' }).getByRole('button', { name: 'Yes' }).click()
  await hers.getByRole('button', { name: 'Accept' }).click()
  return { hers, theirs, interviewer, supervisor }
}

test('two people hear and see each other until they mute, turn the camera off, stop sharing or leave, and while the server is away', async ({
  browser,
  ownServer,
  signedIn,
}) => {
  const { hers, theirs, interviewer } = await inCall(ownServer, signedIn)
  for (const page of [hers, theirs])
    await expect(inCallList(page).getByText('Connected directly')).toBeVisible(WAY)
  await expect.poll(() => hears(theirs, herTone)).toBe(true)
  await expect.poll(() => hears(hers, theirTone)).toBe(true)

  await room(hers).getByRole('button', { name: 'Mute', exact: true }).click()
  await expect(inCallList(theirs).getByText('Muted')).toBeVisible()
  await expect.poll(() => hears(theirs, herTone)).toBe(false)
  await expect.poll(() => hears(hers, theirTone)).toBe(true)
  // Her screen, with its sound, which is an octave above her voice.
  await room(hers).getByRole('button', { name: 'Share your screen' }).click()
  await expect.poll(() => codeOf(theirs, `${interviewer.displayName}’s screen`)).toBe(255 - 0b10110010)
  await expect.poll(() => hears(theirs, 2 * herTone)).toBe(true)
  await room(hers).getByRole('button', { name: 'Stop sharing' }).click()
  await expect.poll(() => hears(theirs, 2 * herTone)).toBe(false)
  await room(hers).getByRole('button', { name: 'Unmute' }).click()
  await expect.poll(() => hears(theirs, herTone)).toBe(true)

  const picture = `${interviewer.displayName}’s camera`
  await room(hers).getByRole('button', { name: 'Turn camera on' }).click()
  await expect.poll(() => codeOf(theirs, picture)).toBe(0b10110010)
  await room(hers).getByRole('button', { name: 'Turn camera off' }).click()
  await expect.poll(() => codeOf(theirs, picture)).toBe(null)

  // The server dies and comes back: they go on talking, and are the same two people afterwards.
  await ownServer.kill()
  for (const page of [hers, theirs]) await expect(away(page)).toBeVisible()
  await expect.poll(() => hears(theirs, herTone)).toBe(true)
  await ownServer.start()
  for (const page of [hers, theirs]) await expect(away(page)).toBeHidden()
  await expect.poll(() => hears(hers, theirTone)).toBe(true)
  await expect.poll(() => hears(theirs, herTone)).toBe(true)
  await expect(inCallList(theirs).getByRole('listitem')).toHaveCount(2)

  // A hand is seen by the other, a reaction too; who hosts the call asks the others to mute, and they are silent.
  await room(hers).getByRole('button', { name: 'Raise hand' }).click()
  await expect(room(theirs).getByRole('list', { name: 'Raised hands' })).toContainText(
    interviewer.displayName,
  )
  await room(theirs)
    .getByRole('button', { name: `Lower ${interviewer.displayName}’s hand` })
    .click()
  await expect(room(hers).getByRole('list', { name: 'Raised hands' })).toBeHidden()
  await room(hers).getByRole('button', { name: 'Reactions' }).click()
  await hers.getByRole('dialog', { name: 'Reactions' }).getByRole('button', { name: 'Clapping' }).click()
  await expect(inCallList(theirs).getByRole('img', { name: 'Clapping' })).toBeVisible()
  await expect.poll(() => hears(theirs, herTone)).toBe(true)
  await inCallList(theirs)
    .getByRole('button', { name: `Ask ${interviewer.displayName} to mute` })
    .click()
  await expect(room(hers).getByText(/muted you\. You can unmute yourself\.$/)).toBeVisible()
  await expect.poll(() => hears(theirs, herTone)).toBe(false)
  await hers.keyboard.press('Control+Shift+M')
  await expect.poll(() => hears(theirs, herTone)).toBe(true)

  // Somebody without an account comes by a link, looks in the mirror, and is heard and hears.
  await room(theirs).getByRole('button', { name: 'Invite somebody by a link' }).click()
  const link = await room(theirs).getByLabel('Link to the meeting').inputValue()
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(link)
  await giveMedia(visitor, { tone: visitorTone, code: 0b11100011 })
  await visitor.getByLabel('Your name').fill('Vera Visitor')
  await visitor.getByRole('button', { name: 'Join with sound' }).click()
  const door = visitor.getByRole('form', { name: 'Before you join' })
  await door.getByRole('button', { name: 'Turn camera on' }).click()
  await expect.poll(() => codeOf(visitor, 'How others see you, as in a mirror')).toBe(0b11100011)
  await door.getByRole('button', { name: 'Join now' }).click()
  await expect(inCallList(theirs).getByText('Vera Visitor')).toBeVisible(WAY)
  // Of three, one is silent: a tone is heard where it stands out from all others.
  await room(hers).getByRole('button', { name: 'Mute', exact: true }).click()
  await expect.poll(() => hears(theirs, visitorTone), WAY).toBe(true)
  await expect.poll(() => hears(visitor, theirTone), WAY).toBe(true)
  await room(theirs).getByRole('button', { name: 'Mute', exact: true }).click()
  await room(hers).getByRole('button', { name: 'Unmute' }).click()
  await expect.poll(() => hears(visitor, herTone), WAY).toBe(true)
  await expect.poll(() => codeOf(theirs, 'Vera Visitor’s camera'), WAY).toBe(0b11100011)
  await room(visitor).getByRole('button', { name: 'Leave meeting' }).click()
  await expect(visitor.getByText(/^You have left the meeting\./)).toBeVisible()
  await expect.poll(() => hears(theirs, visitorTone)).toBe(false)
  expect(await hasLetGo(visitor)).toBe(true)

  await room(hers).getByRole('button', { name: 'Leave meeting' }).click()
  await expect(room(theirs).getByText('Nobody else is in the call yet.')).toBeVisible()
  expect(await hears(theirs, herTone)).toBe(false)
  expect(await hasLetGo(hers)).toBe(true)
  expect(await hasLetGo(theirs)).toBe(false)
})

test('a microphone that is unplugged or refused is told, and another one is heard; who closes the window is out of the call', async ({
  ownServer,
  signedIn,
}) => {
  const { hers, theirs } = await inCall(ownServer, signedIn)
  await expect.poll(() => hears(theirs, herTone), WAY).toBe(true)

  const otherTone = 2500
  await unplug(hers, otherTone)
  await expect(room(hers).getByText(/ was unplugged\.$/)).toBeVisible()
  await expect.poll(() => hears(theirs, otherTone)).toBe(true)
  expect(await hears(theirs, herTone)).toBe(false)

  await unplug(hers, 'NotFoundError')
  await expect(room(hers).getByText(/^No microphone was found\. Plug one in\./)).toBeVisible()
  await expect.poll(() => hears(theirs, otherTone)).toBe(false)
  await expect(inCallList(theirs).getByText('Has no microphone')).toBeVisible()
  // Who isn't heard hears the others, and is heard again once there is one.
  expect(await hears(hers, theirTone)).toBe(true)
  await unplug(hers, 'NotAllowedError')
  await room(hers).getByRole('button', { name: 'Try again' }).click()
  await expect(
    room(hers).getByText(/^Your browser does not let this page use the microphone\. Allow it beside/),
  ).toBeVisible()
  await unplug(hers, herTone)
  await room(hers).getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => hears(theirs, herTone)).toBe(true)
  await expect(room(hers).getByRole('button', { name: 'Try again' })).toBeHidden()

  // Who closes the window is out of the call at once.
  await hers.close()
  await expect(room(theirs).getByText('Nobody else is in the call yet.')).toBeVisible()
  await room(theirs).getByRole('button', { name: 'Leave meeting' }).click()
  await expect(room(theirs)).toBeHidden()
  expect(await hasLetGo(theirs)).toBe(true)
})

test('a call is declined, and taken back; each side is told', async ({ ownServer, signedIn }) => {
  const [interviewer, supervisor] = [
    accountOf(ownServer.accounts, 'interviewer'),
    accountOf(ownServer.accounts, 'supervisor'),
  ]
  const [hers, theirs] = [
    await signedIn(interviewer, ownServer.url),
    await signedIn(supervisor, ownServer.url),
  ]
  await expect(hers.getByLabel(/^Connected to the communication hub/).first()).toBeVisible()
  await openConversation(theirs, interviewer.displayName)
  const rings = async () => {
    await theirs.getByRole('button', { name: 'Call all members' }).click()
    await theirs.getByRole('dialog', { name: 'Confirm' }).getByRole('button', { name: 'Yes' }).click()
    await expect(hers.getByRole('button', { name: 'Accept' })).toBeVisible()
  }
  await rings()
  await hers.getByRole('button', { name: 'Decline', exact: true }).click()
  await expect(theirs.getByText(`${interviewer.displayName}: Declined the call.`)).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Hang up' })).toBeHidden()
  await expect(hers.getByRole('button', { name: 'Accept' })).toBeHidden()
  const missed = hers.getByText(`You missed a call from ${supervisor.displayName}`)
  await expect(missed).toBeHidden()

  await rings()
  await theirs.getByRole('button', { name: 'Hang up' }).click()
  await expect(hers.getByText('Call cancelled by caller')).toBeVisible()
  await expect(hers.getByRole('button', { name: 'Accept' })).toBeHidden()
  await expect(missed).toBeVisible()
  for (const page of [hers, theirs]) await expect(room(page)).toBeHidden()
})

test('where UDP is closed they hear each other through the server’s own port, and again after it died', async ({
  ownServer,
  signedIn,
}) => {
  const { hers, theirs } = await inCall(ownServer, signedIn, closeDirectWays)
  for (const page of [hers, theirs])
    await expect(inCallList(page).getByText('Connected through the server')).toBeVisible(WAY)
  await expect.poll(() => hears(theirs, herTone)).toBe(true)
  await expect.poll(() => hears(hers, theirTone)).toBe(true)
  await ownServer.kill()
  for (const page of [hers, theirs]) await expect(inCallList(page).getByText('Reconnecting')).toBeVisible()
  // The browser fills short gaps by itself.
  await expect.poll(() => hears(theirs, herTone)).toBe(false)
  await ownServer.start()
  await expect.poll(() => hears(theirs, herTone), WAY).toBe(true)
  await expect.poll(() => hears(hers, theirTone), WAY).toBe(true)
  await expect(inCallList(theirs).getByRole('listitem')).toHaveCount(2)
})

test('they hear each other again after the network broke, in another network, and in one that loses much', async ({
  ownServer,
  signedIn,
}) => {
  const network = new ChangingNetwork()
  const { hers, theirs, interviewer, supervisor } = await inCall(ownServer, signedIn, (page) =>
    network.lead(page),
  )
  const bothHear = async () => {
    await expect.poll(() => hears(theirs, herTone), WAY).toBe(true)
    await expect.poll(() => hears(hers, theirTone), WAY).toBe(true)
    for (const page of [hers, theirs])
      await expect(inCallList(page).getByText('Connected directly')).toBeVisible(WAY)
    await expect(inCallList(theirs).getByRole('listitem')).toHaveCount(2)
  }
  await bothHear()

  // An outage: nobody's window is told of it.
  network.breakOff()
  for (const page of [hers, theirs]) await expect(inCallList(page).getByText('Reconnecting')).toBeVisible()
  expect(await hears(theirs, herTone)).toBe(false)
  network.mend()
  await bothHear()

  // Another network, such as by the VPN: her addresses are gone for good, and her browser says that something changed.
  // A connection of its own takes the place of the old one, with all that is sent by it: who was muted stays so.
  await room(hers).getByRole('button', { name: 'Turn camera on' }).click()
  await room(theirs).getByRole('button', { name: 'Share your screen' }).click()
  await room(hers).getByRole('button', { name: 'Mute', exact: true }).click()
  const allSeen = async () => {
    await expect.poll(() => codeOf(theirs, `${interviewer.displayName}’s camera`), WAY).toBe(0b10110010)
    await expect.poll(() => codeOf(hers, `${supervisor.displayName}’s screen`), WAY).toBe(255 - 0b01101100)
    await expect.poll(() => hears(hers, theirTone), WAY).toBe(true)
    await expect.poll(() => hears(hers, 2 * theirTone), WAY).toBe(true)
  }
  await allSeen()
  const connections = () => Promise.all([hers, theirs].map(connectionsOf))
  const before = await connections()
  network.change()
  await hers.evaluate(() => window.dispatchEvent(new Event('online')))
  const haveNew = async () =>
    (await connections()).every(({ made }, place) => made > (before[place]?.made ?? 0))
  await expect.poll(haveNew).toBe(true)
  await allSeen()
  await expect.poll(() => hears(theirs, herTone)).toBe(false)
  await room(hers).getByRole('button', { name: 'Unmute' }).click()
  await room(hers).getByRole('button', { name: 'Turn camera off' }).click()
  await room(theirs).getByRole('button', { name: 'Stop sharing' }).click()
  await bothHear()
  // One voice is played each, by one connection.
  await expect
    .poll(async () => (await connections()).map(({ open, playing }) => [open, playing]))
    .toEqual([
      [1, 1],
      [1, 1],
    ])

  // Where packets are lost each one brings the one before it, too, and the voice comes through.
  network.voices()
  await expect.poll(() => network.voices()).toEqual(['plain'])
  network.lose(5)
  await expect.poll(() => network.voices(), WAY).toEqual(['redundant'])
  await bothHear()
  network.lose(0)
  await expect.poll(() => network.voices(), WAY).toEqual(['plain'])
  await bothHear()
  network.end()
})

test('three people hear and see each other through the server, one of them by its own port alone, and again after its engine died', async ({
  ownServer,
  signedIn,
}) => {
  const people = await Promise.all(
    (['interviewer', 'supervisor', 'planner'] as const).map(async (kind, place) => {
      const account = accountOf(ownServer.accounts, kind)
      const page = await signedIn(account, ownServer.url)
      const tone = 500 + 800 * place
      await giveMedia(page, { tone, code: 0b10110010 + place })
      return { page, tone, name: account.displayName, code: 0b10110010 + place }
    }),
  )
  const [ann, bob, cat] = people
  if (!ann || !bob || !cat) throw new Error('three are needed')
  await closeDirectWays(cat.page)
  const network = new ChangingNetwork()
  await network.lead(ann.page)
  const group = 'Fieldwork desk'
  await newGroup(
    bob.page,
    group,
    [ann, cat].map(({ name }) => name),
  )
  await openConversation(bob.page, group)
  await bob.page.getByRole('button', { name: 'Call all members' }).click()
  await bob.page.getByRole('dialog', { name: 'Confirm' }).getByRole('button', { name: 'Yes' }).click()
  /** Each hears each other one: all pages at once, since hearing takes a while. */
  const allHear = (those: typeof people) =>
    Promise.all(
      those.flatMap((one) =>
        those
          .filter((other) => other !== one)
          .map((other) =>
            expect
              .poll(() => hears(one.page, other.tone), { message: `${one.name} hears ${other.name}`, ...WAY })
              .toBe(true),
          ),
      ),
    )
  await ann.page.getByRole('button', { name: 'Accept' }).click()
  // Two talk directly; with the third one all go through the server.
  await allHear([ann, bob])
  await expect(inCallList(ann.page).getByText('Connected directly')).toBeVisible(WAY)
  await cat.page.getByRole('button', { name: 'Accept' }).click()
  await allHear(people)
  for (const { page } of people)
    await expect(inCallList(page).getByText('Connected through the server')).toHaveCount(2, WAY)

  // Her way to the engine loses much: both ends of it send voices twice, and they come through.
  expect(network.bothTwice()).toBe(false)
  network.lose(5)
  await expect.poll(() => network.bothTwice(), WAY).toBe(true)
  await allHear(people)
  network.lose(0)
  await allHear(people)

  await room(ann.page).getByRole('button', { name: 'Turn camera on' }).click()
  for (const { page } of [bob, cat])
    await expect.poll(() => codeOf(page, `${ann.name}’s camera`), WAY).toBe(ann.code)
  await room(ann.page).getByRole('button', { name: 'Mute', exact: true }).click()
  await expect.poll(() => hears(cat.page, ann.tone)).toBe(false)
  await expect.poll(() => hears(cat.page, bob.tone)).toBe(true)
  await room(ann.page).getByRole('button', { name: 'Unmute' }).click()
  await room(bob.page).getByRole('button', { name: 'Share your screen' }).click()
  for (const { page } of [ann, cat]) {
    await expect.poll(() => codeOf(page, `${bob.name}’s screen`), WAY).toBe(255 - bob.code)
    await expect.poll(() => hears(page, 2 * bob.tone), WAY).toBe(true)
  }
  await room(bob.page).getByRole('button', { name: 'Stop sharing' }).click()
  for (const { page } of [ann, cat]) await expect.poll(() => hears(page, 2 * bob.tone)).toBe(false)

  // Another one takes its place, and nothing comes by the dead one's connections.
  const engines = () => ownServer.pids().flatMap((pid) => childrenOf(pid, 'engine-process'))
  const before = engines()
  expect(before.length).toBeGreaterThan(0)
  for (const engine of before) process.kill(engine, 'SIGKILL')
  await expect.poll(() => engines().filter((pid) => !before.includes(pid)).length).toBe(before.length)
  await allHear(people)
  await room(cat.page).getByRole('button', { name: 'Leave meeting' }).click()
  await expect.poll(() => hears(bob.page, cat.tone)).toBe(false)
  await allHear([ann, bob])
  network.end()
})

/** The processes of that name that another one began. */
function childrenOf(pid: number, name: string): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  return children.map(Number).filter((child) => {
    try {
      return readFileSync(`/proc/${child}/cmdline`, 'utf8').includes(name)
    } catch {
      // It has just ended.
      return false
    }
  })
}
