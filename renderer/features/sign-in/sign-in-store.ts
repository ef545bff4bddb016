import { createStore, type StoreApi } from 'zustand/vanilla'
import { confirmPassword, confirmUsername, login } from '#shared/contract/auth.ts'
import { type SignInStage, stageAfterPassword, stageAfterUserName } from '#shared/domain/sign-in.ts'
import { ApiError } from '../../services/api-client.ts'
import type { Services } from '../../services/services.ts'
import { SIGN_IN_TEXT } from './text.ts'

export interface SignInState {
  readonly stage: SignInStage
  readonly userName: string
  readonly password: string
  readonly agreed: boolean
  readonly busy: boolean
  /** What went wrong at this stage, for the person; null when nothing did. */
  readonly problem: string | null
}

export interface SignInFlow {
  readonly store: StoreApi<SignInState>
  setUserName(userName: string): void
  setPassword(password: string): void
  setAgreed(agreed: boolean): void
  /** Goes on from the present stage. */
  next(): Promise<void>
  /** Back to USERNAME; Previous and Retry both do it (spec 1 §2.3). */
  restart(): void
}

type FlowServices = Pick<Services, 'api' | 'session' | 'storage' | 'now'>

/** Signing in, stage by stage (spec 1 §4.1). One flow is one visit to the screen. */
export function createSignInFlow({ api, session, storage, now }: FlowServices): SignInFlow {
  const remembered = storage.get('username') ?? ''
  const accepted = storage.get('EULA_ACCEPTED')
  const store = createStore<SignInState>(() => ({
    stage: 'USERNAME',
    userName: remembered,
    password: '',
    agreed: accepted !== null && accepted.userName === remembered,
    busy: false,
    problem: null,
  }))
  // Names the attempt, so that an answer to a stage that was left changes nothing.
  let attempt = 0

  const refuse = (problem: string) => store.setState({ problem, busy: false })

  const run = async (step: () => Promise<Partial<SignInState>>) => {
    const mine = ++attempt
    store.setState({ busy: true, problem: null })
    try {
      const next = await step()
      if (mine === attempt) store.setState({ ...next, busy: false })
    } catch (error) {
      if (mine === attempt) fail(error)
    }
  }

  const fail = (error: unknown) => {
    const known = error instanceof ApiError ? error : new ApiError('unreachable', SIGN_IN_TEXT.unreachable)
    if (known.failure === 'refused') {
      const backToStart = store.getState().stage === 'LOGIN'
      store.setState({
        problem: known.message,
        busy: false,
        ...(backToStart ? { stage: 'USERNAME', password: '' } : {}),
      })
      return
    }
    store.setState({ stage: 'USERNAME', password: '', busy: false, problem: SIGN_IN_TEXT.unreachable })
  }

  const submitUserName = async (): Promise<void> => {
    const { userName, agreed } = store.getState()
    if (userName.trim() === '') return refuse(SIGN_IN_TEXT.userNameMissing)
    if (!agreed) return refuse(SIGN_IN_TEXT.agreementMissing)
    await run(async () => {
      const answer = await api.call(confirmUsername, { userName: userName.trim() }, { quiet: true })
      return { stage: stageAfterUserName(answer.nextStage) }
    })
  }

  const submitPassword = async (): Promise<void> => {
    const { userName, password } = store.getState()
    if (password === '') return refuse(SIGN_IN_TEXT.passwordMissing)
    if (password.trim() === '' || userName.trim() === '') return refuse(SIGN_IN_TEXT.bothBlank)
    await run(async () => {
      const answer = await api.call(confirmPassword, { userName: userName.trim(), password }, { quiet: true })
      const stage = stageAfterPassword(answer.nextStage)
      if (stage !== 'LOGIN') return { stage }
      store.setState({ stage })
      return await finish(answer.clientKey)
    })
  }

  const finish = async (clientKey: string): Promise<Partial<SignInState>> => {
    const { userName, password } = store.getState()
    const { token } = await api.call(
      login,
      { userName: userName.trim(), password, clientKey },
      { quiet: true },
    )
    if (!session.signIn(token))
      return { stage: 'USERNAME', password: '', problem: SIGN_IN_TEXT.unreadableToken }
    return { password: '' }
  }

  return {
    store,
    setUserName(userName) {
      if (userName === store.getState().userName) return
      storage.remove('EULA_ACCEPTED')
      store.setState({ userName, agreed: false, problem: null })
    },
    setPassword: (password) => store.setState({ password, problem: null }),
    setAgreed(agreed) {
      if (agreed) storage.set('EULA_ACCEPTED', { userName: store.getState().userName, acceptedAt: now() })
      else storage.remove('EULA_ACCEPTED')
      store.setState({ agreed, problem: null })
    },
    async next() {
      const { stage, busy } = store.getState()
      if (busy) return
      if (stage === 'USERNAME') await submitUserName()
      else if (stage === 'PASSWORD') await submitPassword()
    },
    restart() {
      attempt++
      store.setState({ stage: 'USERNAME', password: '', busy: false, problem: null })
    },
  }
}
