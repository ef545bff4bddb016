import { type BrowserContextOptions, expect, type Page } from '@playwright/test'
import type { StorageKey } from '#shared/storage-keys.ts'
import type { Account } from '../../../scripts/lib/server-process.ts'

export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click()

/** Stage USERNAME, with the agreement accepted. */
export async function enterUserName(page: Page, account: Account, url = '/'): Promise<void> {
  await page.goto(url)
  await page.getByRole('textbox', { name: 'User name' }).fill(account.userName)
  await page.getByRole('checkbox', { name: /agreement/ }).check()
  await press(page, 'Next')
}

/** Stage PASSWORD. */
export async function enterPassword(page: Page, account: Account): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await press(page, 'Sign in')
}

/** Goes through the sign-in screen, by hand as it were, and waits for the dashboard. */
export async function signIn(page: Page, account: Account, url = '/'): Promise<void> {
  await enterUserName(page, account, url)
  await enterPassword(page, account)
  await expect(page).toHaveURL(/\/dashboard$/)
}

/** Chooses 'Log out' in the account menu; the screen that asks comes next. */
export async function askToLogOut(page: Page): Promise<void> {
  const item = page.getByRole('menuitem', { name: 'Log out' })
  // A press in the first moments after the sign-in may be lost, as a person's would: they press again.
  await expect(async () => {
    if (!(await item.isVisible())) await page.getByRole('button', { name: /, account$/ }).click()
    await expect(item).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await item.click()
}

/**
 * Who has signed in on which server, in this worker: hashing a password is made to take long. Each server names its
 * accounts anew, and a later one may have the address of one that is gone.
 */
const signedIn = new WeakMap<Account, Map<string, Promise<StorageState>>>()

/**
 * What a browser keeps of somebody who has signed in: for tests whose matter is something else, and
 * which leave the session as it is. The same one each time, as in the windows of one browser.
 */
export function signedInState(account: Account, url: string): Promise<StorageState> {
  const byAddress = signedIn.get(account) ?? new Map<string, Promise<StorageState>>()
  signedIn.set(account, byAddress)
  const kept = byAddress.get(url) ?? signInByCalls(account, url)
  byAddress.set(url, kept)
  return kept
}

/** Signs somebody in with the calls of the sign-in screen (spec 1 §7). */
async function signInByCalls(account: Account, url: string): Promise<StorageState> {
  const post = async (path: string, body: object): Promise<unknown> => {
    const response = await fetch(new URL(path, url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return response.json()
  }
  const { userName, password } = account
  await post('/api/auth/confirm-username', { userName })
  const { clientKey } = (await post('/api/auth/confirm-password', { userName, password })) as Confirmed
  const { token } = (await post('/api/auth/login', { userName, password, clientKey })) as { token: string }
  const keep = (name: StorageKey, value: unknown) => ({
    name: `fieldwork.${name}`,
    value: JSON.stringify(value),
  })
  const localStorage = [keep('token', `Bearer ${token}`), keep('username', userName)]
  return { cookies: [], origins: [{ origin: new URL(url).origin, localStorage }] }
}

/** Opens the dashboard as somebody who has signed in, for tests whose matter is what comes after that. */
export async function openSignedIn(page: Page, account: Account, url: string): Promise<void> {
  const { origins } = await signedInState(account, url)
  // Any file of the origin will do: what a browser keeps can only be set from there.
  await page.goto(new URL('/icon.svg', url).href)
  await page.evaluate(
    (kept) => {
      for (const { name, value } of kept) localStorage.setItem(name, value)
    },
    origins.flatMap(({ localStorage }) => localStorage),
  )
  await page.goto(new URL('/dashboard', url).href)
}

interface Confirmed {
  readonly clientKey: string
}

type StorageState = Exclude<NonNullable<BrowserContextOptions['storageState']>, string>
