/** An element that a known provider puts into its pages. */
export interface Mark {
  selector: string;
  shown: boolean;
  /** The part of the window that it takes, 0 to 1. */
  share: number;
  textLength: number;
  controls: number;
}

/** The form around the only password field of a page. Without a form, the whole of the page's own part. */
export interface PasswordForm {
  /** Fields beside the password. */
  fields: number;
  buttons: number;
  /** Characters and controls of the page's own part that are outside. */
  textBeside: number;
  controlsBeside: number;
  hasFocus: boolean;
}

/** The facts that distinguish an ordinary page from a sign-in, a CAPTCHA or another obstacle. */
export interface PageFacts {
  marks: Mark[];
  /** Visible frames only: providers keep hidden ones in ordinary pages. */
  frames: Array<{ src: string; share: number }>;
  /** Visible characters, up to a cap. */
  textLength: number;
  /** Visible links, buttons and fields. */
  controls: number;
  /** Fields to write in or choose from, without passwords and searches. */
  fields: number;
  /** Password fields in the page's own part, and not in a header or a side column. */
  passwords: number;
  /** Also null if there are several passwords: such a page changes a password, or asks for a new one. */
  passwordForm: PasswordForm | null;
  /** Whether the page offers to sign out, even in a closed menu. If so, the user is signed in. */
  signsOut: boolean;
}
