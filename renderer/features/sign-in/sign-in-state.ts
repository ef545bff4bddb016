import type { SignInStage } from '#shared/domain/sign-in.ts'

/** A stage that has a form of its own; LOGIN goes on showing the one before it. */
export type FormStage = Exclude<SignInStage, 'LOGIN'>

/** What the live channel of CONFIRM_MAGIC_LINK is doing. */
export type LinkState = 'CONNECTING' | 'WAITING' | 'LOST' | 'REFUSED'

export type CodeKind = 'ONE_TIME' | 'RECOVERY'

export interface SignInState {
  readonly stage: SignInStage
  readonly form: FormStage
  readonly userName: string
  readonly password: string
  /** The one-time or recovery code as typed. */
  readonly code: string
  readonly codeKind: CodeKind
  readonly link: LinkState
  readonly agreed: boolean
  /** An acceptance was there, and the agreement has changed since. */
  readonly agreementChanged: boolean
  readonly busy: boolean
  /** The device is signing itself in (spec 1 §4.1). */
  readonly deviceBusy: boolean
  /** The browser refuses to store: the session won't outlive the page. */
  readonly storageBlocked: boolean
  /** What went wrong at this stage, for the person; null when nothing did. */
  readonly problem: string | null
}

/** The state's part that says where the person is. */
export const at = (stage: FormStage): Pick<SignInState, 'stage' | 'form'> => ({ stage, form: stage })

/** Back at USERNAME with nothing secret left. */
export const START: Pick<SignInState, 'stage' | 'form' | 'password' | 'code' | 'codeKind' | 'busy'> = {
  ...at('USERNAME'),
  password: '',
  code: '',
  codeKind: 'ONE_TIME',
  busy: false,
}
