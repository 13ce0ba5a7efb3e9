/** The fields that the page reads of Discord's objects. They are as the bot sent them, so any may be missing. */

export interface Emoji {
  id?: string | null;
  name?: string | null;
}

export interface SelectOption {
  label?: string;
  value?: string;
  description?: string;
  emoji?: Emoji;
  default?: boolean;
}

/** A URL, or `attachment://name` for a file of the same message. */
export interface Media {
  url?: string;
  width?: number;
  height?: number;
}

/** A component of a message or a modal, or an item of a gallery; `type` decides which fields apply. */
export interface Component {
  type?: number;
  components?: Component[];
  component?: Component;
  accessory?: Component;
  items?: Component[];
  custom_id?: string;
  label?: string;
  description?: string | null;
  style?: number;
  emoji?: Emoji;
  url?: string;
  disabled?: boolean;
  options?: SelectOption[];
  placeholder?: string;
  min_values?: number;
  max_values?: number;
  min_length?: number;
  max_length?: number;
  required?: boolean;
  value?: string;
  content?: string;
  media?: Media;
  file?: Media;
  spoiler?: boolean;
  divider?: boolean;
  spacing?: number;
  name?: string;
  size?: number;
  accent_color?: number | null;
}

export interface Modal {
  title?: string;
  custom_id?: string;
  components?: Component[];
}

export interface Embed {
  title?: string;
  description?: string;
  url?: string;
  timestamp?: string;
  color?: number;
  author?: { name?: string; url?: string; icon_url?: string };
  footer?: { text?: string; icon_url?: string };
  fields?: { name?: string; value?: string; inline?: boolean }[];
  image?: Media;
  thumbnail?: Media;
}

export interface CommandOption {
  type?: number;
  name?: string;
  description?: string;
  required?: boolean;
  autocomplete?: boolean;
  choices?: { name?: string; value?: string | number }[];
  channel_types?: number[] | null;
  options?: CommandOption[];
  min_value?: number;
  max_value?: number;
  min_length?: number;
  max_length?: number;
}

export interface Command {
  type?: number;
  name?: string;
  description?: string;
  options?: CommandOption[];
  default_member_permissions?: string | null;
  dm_permission?: boolean;
  contexts?: number[] | null;
}
