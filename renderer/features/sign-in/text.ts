/** What a person reads while signing in; the quoted ones are spec 1 §5 and §8 to the letter. */
export const SIGN_IN_TEXT = {
  userNameMissing: 'Please include a valid username',
  passwordMissing: 'Please include a valid password',
  agreementMissing: 'Please accept UELA',
  bothBlank: "User Name & Password can't be empty",
  unreachable: 'Unable to connect to authentication services, please try again',
  unreadableToken:
    'The server sent a sign-in that this version of Fieldwork cannot read. Please contact support.',
  title: 'Sign in',
  userName: 'User name',
  password: 'Password',
  next: 'Next',
  previous: 'Previous',
  retry: 'Retry',
  signIn: 'Sign in',
  signingIn: 'Signing you in…',
} as const
