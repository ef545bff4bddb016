import { createStore, type StoreApi } from 'zustand/vanilla'
import {
  CREDENTIAL_MAX,
  confirmPassword,
  confirmUsername,
  login,
  type NextStage,
} from '#shared/contract/auth.ts'
import { type Acceptance, acceptanceTime, isAcceptanceValid } from '#shared/domain/agreement.ts'
import { codeMeant, isOneTimeCode, stageAfterPassword, stageAfterUserName } from '#shared/domain/sign-in.ts'
import { magicHub } from '#shared/hubs/magic.ts'
import { ApiError } from '../../services/http/api-client.ts'
import { NOTICE_MS } from '../../services/notices/notices.ts'
import type { Services } from '../../services/services.ts'
import { type AgreementStore, createAgreementStore } from './agreement-store.ts'
import { createDeviceSignIn } from './device-sign-in.ts'
import { waitForMagicLink } from './magic-link-wait.ts'
import { at, type CodeKind, type FormStage, type SignInState, START } from './sign-in-state.ts'
import { SIGN_IN_TEXT } from './text.ts'

export interface SignInFlow {
  readonly store: StoreApi<SignInState>
  readonly agreement: AgreementStore
  /** The screen shows: fetches the agreement, and a known device begins to sign itself in. */
  start(): void
  /** The screen is gone: whatever is under way ends, and nothing secret stays. */
  stop(): void
  setUserName(userName: string): void
  setPassword(password: string): void
  /** The password that replaces a temporary one, and the same again. */
  setNewPassword(password: string, repeated: string): void
  setCode(code: string): void
  setCodeKind(kind: CodeKind): void
  setAgreed(agreed: boolean): void
  /** Goes on from the present stage. */
  next(): Promise<void>
  /** Back to USERNAME; Previous and Retry both do it (spec 1 §2.3). */
  restart(): void
  /**
   * Goes on with what a provider said: whose sign-in it is, and what is left of it. Whoever accepted the agreement
   * before they went there accepted it as this person.
   */
  adopt(userName: string, key: string, stage: NextStage): Promise<void>
  /** The person signs in themselves. */
  cancelDevice(): void
}

export type FlowServices = Pick<Services, 'api' | 'session' | 'storage' | 'now' | 'hub' | 'deviceID'>

export interface FlowOptions {
  /** Loads the page anew; gives it up when the signal aborts. */
  readonly reload: (signal: AbortSignal) => void
}

type Step = (signal: AbortSignal) => Promise<Partial<SignInState>>

/** Few people ever meet it. */
const loadNewPassword = () => import('./new-password.ts')

/** Whether the server refused the password that replaces a temporary one. */
const ABOUT_NEW_PASSWORD = /^(password\.|signIn\.(same|change)Password)/

/**
 * Signing in, stage by stage (spec 1 §4.1). One flow is one visit to the screen.
 *
 * Each step is an attempt with a signal of its own. Whatever the person does next ends it: an answer
 * that comes later changes nothing, nor does it sign anybody in.
 */
export function createSignInFlow(services: FlowServices, { reload }: FlowOptions): SignInFlow {
  const { api, session, storage, now } = services
  const agreement = createAgreementStore(services)
  let acceptance: Acceptance | null = storage.get('EULA_ACCEPTED')
  let attempt = new AbortController()
  /** Names the sign-in on the server; each answer brings a new one. */
  let clientKey = ''
  /** The step that a temporary password holds up. */
  let afterNewPassword: FormStage | 'LOGIN' = 'LOGIN'

  const hasAgreed = (userName: string) => isAcceptanceValid(acceptance, userName, agreement.lastUpdated())
  const remembered = storage.get('username') ?? ''
  const store = createStore<SignInState>(() => ({
    ...START,
    userName: remembered,
    link: 'CONNECTING',
    agreed: hasAgreed(remembered),
    agreementChanged: false,
    deviceBusy: false,
    storageBlocked: false,
    problem: null,
  }))
  const device = createDeviceSignIn(services, (deviceBusy) => store.setState({ deviceBusy }))

  /** Ends what is under way and names the next attempt. */
  const begin = (): AbortSignal => {
    attempt.abort()
    attempt = new AbortController()
    return attempt.signal
  }

  const refuse = (problem: string) => store.setState({ problem, busy: false })

  const run = async (step: Step) => {
    device.cancel()
    const signal = begin()
    store.setState({ busy: true, problem: null })
    try {
      const next = await step(signal)
      if (signal.aborted) return
      store.setState({ busy: false, ...next })
      if (next.stage === 'CONFIRM_MAGIC_LINK') waitForLink()
    } catch (error) {
      if (!signal.aborted) fail(error)
    }
  }

  const fail = (error: unknown) => {
    if (!(error instanceof ApiError) || error.failure !== 'refused') return failUnreachable()
    const { stage, password, form } = store.getState()
    if (stage !== 'LOGIN') return refuse(error.message)
    // Nothing was used up: another password goes on with the same sign-in.
    if (ABOUT_NEW_PASSWORD.test(error.code))
      return store.setState({ ...at('NEW_PASSWORD'), busy: false, problem: error.value || error.message })
    // A failed login returns to USERNAME (spec 1 §4.1). After a mistyped code the password was right:
    // it stays in its field, so that the mistake costs no typing.
    store.setState({
      ...START,
      password: form === 'CONFIRM_KEY' ? password : '',
      problem: error.message,
    })
  }

  /** The page reloads and the flow is at USERNAME, with the user name as it was (spec 1 §8, sign-in). */
  const failUnreachable = () => {
    const signal = begin()
    store.setState({ ...START, problem: SIGN_IN_TEXT.unreachable })
    const timer = setTimeout(() => {
      const { userName } = store.getState()
      if (userName.trim() !== '') storage.set('username', userName)
      reload(signal)
    }, NOTICE_MS.error)
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
  }

  const deviceID = async () => {
    const id = await services.deviceID().catch(() => null)
    return id === null ? {} : { deviceID: id }
  }

  const submitUserName = async (): Promise<void> => {
    const { userName, agreed } = store.getState()
    if (userName.trim() === '') return refuse(SIGN_IN_TEXT.userNameMissing)
    if (!agreed) return refuse(SIGN_IN_TEXT.agreementMissing)
    await run(async (signal) => {
      const answer = await api.call(confirmUsername, { userName: userName.trim() }, { quiet: true, signal })
      return enter(answer.clientKey, stageAfterUserName(answer.nextStage), signal)
    })
  }

  const submitPassword = async (): Promise<void> => {
    const { userName, password } = store.getState()
    if (password === '') return refuse(SIGN_IN_TEXT.passwordMissing)
    if (password.trim() === '' || userName.trim() === '') return refuse(SIGN_IN_TEXT.bothBlank)
    await run(async (signal) => {
      const answer = await api.call(
        confirmPassword,
        { userName: userName.trim(), password, ...(await deviceID()) },
        { quiet: true, signal },
      )
      const after = stageAfterPassword(answer.nextStage)
      if (!answer.mustChangePassword || signal.aborted) return enter(answer.clientKey, after, signal)
      clientKey = answer.clientKey
      afterNewPassword = after
      return at('NEW_PASSWORD')
    })
  }

  const submitNewPassword = async (): Promise<void> => {
    const { password, newPassword, repeated } = store.getState()
    const { newPasswordProblem } = await loadNewPassword()
    const wrong = newPasswordProblem({ password, newPassword, repeated })
    if (wrong !== null) return refuse(wrong)
    await run((signal) => enter(clientKey, afterNewPassword, signal))
  }

  const submitCode = async (): Promise<void> => {
    const { code, codeKind } = store.getState()
    const meant = codeKind === 'ONE_TIME' ? codeMeant(code) : code.trim()
    if (codeKind === 'ONE_TIME' && !isOneTimeCode(meant)) return refuse(SIGN_IN_TEXT.codeMissing)
    if (meant === '') return refuse(SIGN_IN_TEXT.recoveryCodeMissing)
    await run((signal) => finish(signal, meant))
  }

  const enter = async (
    key: string,
    stage: FormStage | 'LOGIN',
    signal: AbortSignal,
  ): Promise<Partial<SignInState>> => {
    if (signal.aborted) return {}
    clientKey = key
    return stage === 'LOGIN' ? await finish(signal) : at(stage)
  }

  /** LOGIN. `magicKey` is the one-time code, the recovery code or the magic link's key. */
  const finish = async (signal: AbortSignal, magicKey?: string): Promise<Partial<SignInState>> => {
    const { userName, password, newPassword, agreed } = store.getState()
    // The agreement was fetched meanwhile and turned out to be newer than the acceptance.
    if (!agreed) return { ...START, problem: SIGN_IN_TEXT.agreementMissing }
    store.setState({ stage: 'LOGIN' })
    const { token } = await api.call(
      login,
      {
        userName: userName.trim(),
        password,
        clientKey,
        ...(magicKey === undefined ? {} : { magicKey }),
        ...(newPassword === '' ? {} : { newPassword }),
        ...(await deviceID()),
      },
      { quiet: true, signal },
    )
    if (signal.aborted) return {}
    if (!session.signIn(token)) return { ...START, problem: SIGN_IN_TEXT.unreadableToken }
    storage.remove('freshLogin')
    return { password: '', newPassword: '', repeated: '', code: '' }
  }

  const waitForLink = () => {
    const leave = waitForMagicLink(services.hub(magicHub), clientKey, {
      onState: (link) => store.setState({ link, problem: null }),
      onConfirmed: (key) => void run((signal) => finish(signal, key)),
    })
    attempt.signal.addEventListener('abort', leave, { once: true })
  }

  agreement.store.subscribe(() => {
    const { agreed, userName } = store.getState()
    if (agreed && !hasAgreed(userName)) store.setState({ agreed: false, agreementChanged: true })
  })

  return {
    store,
    agreement,
    start() {
      void agreement.load()
      device.start()
    },
    stop() {
      device.cancel()
      begin()
      store.setState({ ...START, problem: null })
    },
    setUserName(typed) {
      const userName = typed.slice(0, CREDENTIAL_MAX)
      const problem = typed.length > CREDENTIAL_MAX ? SIGN_IN_TEXT.userNameTooLong : null
      if (userName === store.getState().userName) return store.setState({ problem })
      device.cancel()
      begin()
      acceptance = null
      storage.remove('EULA_ACCEPTED')
      // Another name: what was typed for the one before is forgotten.
      store.setState({ ...START, userName, agreed: false, agreementChanged: false, problem })
    },
    setPassword(typed) {
      device.cancel()
      const problem = typed.length > CREDENTIAL_MAX ? SIGN_IN_TEXT.passwordTooLong : null
      store.setState({ password: typed.slice(0, CREDENTIAL_MAX), problem })
    },
    // What was wrong stays until the next try: taking it away would move the focus from the second field.
    setNewPassword: (newPassword, repeated) => store.setState({ newPassword, repeated }),
    setCode: (code) => store.setState({ code: code.slice(0, CREDENTIAL_MAX), problem: null }),
    setCodeKind: (codeKind) => store.setState({ codeKind, code: '', problem: null }),
    setAgreed(agreed) {
      device.cancel()
      const { userName } = store.getState()
      acceptance = agreed ? { userName, acceptedAt: acceptanceTime(now(), agreement.lastUpdated()) } : null
      const kept = acceptance ? storage.set('EULA_ACCEPTED', acceptance) : true
      if (!acceptance) storage.remove('EULA_ACCEPTED')
      store.setState({ agreed, agreementChanged: false, problem: null, storageBlocked: !kept })
    },
    async next() {
      const { stage, busy } = store.getState()
      if (busy) return
      if (stage === 'USERNAME') await submitUserName()
      else if (stage === 'PASSWORD') await submitPassword()
      else if (stage === 'NEW_PASSWORD') await submitNewPassword()
      else if (stage === 'CONFIRM_KEY') await submitCode()
    },
    restart() {
      begin()
      store.setState({ ...START, problem: null })
    },
    async adopt(userName, key, stage) {
      this.setUserName(userName)
      this.setAgreed(true)
      await run((signal) => enter(key, stageAfterPassword(stage), signal))
    },
    cancelDevice: () => device.cancel(),
  }
}
