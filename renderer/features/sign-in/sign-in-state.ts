import type { SignInStage } from '#shared/domain/sign-in.ts'

/**
 * A stage that has a form of its own; LOGIN goes on showing the one before it. NEW_PASSWORD replaces a temporary
 * password (spec 5 §3.2).
 */
export type FormStage = Exclude<SignInStage, 'LOGIN'> | 'NEW_PASSWORD'

/** What the live channel of CONFIRM_MAGIC_LINK is doing. */
export type LinkState = 'CONNECTING' | 'WAITING' | 'LOST' | 'REFUSED'

export type CodeKind = 'ONE_TIME' | 'RECOVERY'

export interface SignInState {
  readonly stage: SignInStage | 'NEW_PASSWORD'
  readonly form: FormStage
  readonly userName: string
  readonly password: string
  /** What replaces a temporary password, as typed, twice. */
  readonly newPassword: string
  readonly repeated: string
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
export const START: Pick<
  SignInState,
  'stage' | 'form' | 'password' | 'newPassword' | 'repeated' | 'code' | 'codeKind' | 'busy'
> = {
  ...at('USERNAME'),
  password: '',
  newPassword: '',
  repeated: '',
  code: '',
  codeKind: 'ONE_TIME',
  busy: false,
}
