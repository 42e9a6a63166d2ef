import type { Part } from '@verbatim/conversation';

export type ImagePart = Extract<Part, { type: 'image' }>;
export type FilePart = Extract<Part, { type: 'file' }>;
export type MediaPart = ImagePart | FilePart;
