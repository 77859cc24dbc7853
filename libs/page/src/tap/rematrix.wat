;; Planes of limited-range BT.601 as the compositor's pictures come to those of BT.709, eight pixels of two rows at a time.
;;
;; The browser makes its planes of whole 256ths: Y 66 129 25, rounded; U -38 -74 112, V 112 -94 -18, both rounded down, so that what they were
;; made of lies half a step above on the whole. These coefficients, times 16384, are BT.709's of the colours that such planes come from; a
;; luma sample takes the chroma of its square.
;; Y: 16373 Y - 1887 U - 3451 V + 42.0558; U: 16756 U + 1916 V - 16.8076; V: 1201 U + 16856 V - 12.0143, each with the half that rounds
;; and that half step. Without colour (128, 128) nothing was rounded away: 42.2187, -17.3774 and -12.5654.
;; The module that `bundle.mjs` makes has this part alone.

;; Four chroma bytes from the pairs of U and V of four squares.
(func $blend (param $pairs v128) (param $c v128) (param $base v128) (result i32)
  (local $v v128)
  (local.set $v
    (i32x4.shr_s
      (i32x4.add (i32x4.dot_i16x8_s (local.get $pairs) (local.get $c)) (local.get $base))
      (i32.const 14)))
  (local.set $v (i16x8.narrow_i32x4_s (local.get $v) (local.get $v)))
  (i32x4.extract_lane 0 (i8x16.narrow_i16x8_u (local.get $v) (local.get $v))))

;; What is added in each of four squares: `base`, and `more` where there is no colour.
(func $base (param $grey v128) (param $base i32) (param $more i32) (result v128)
  (i32x4.add (i32x4.splat (local.get $base)) (v128.and (local.get $grey) (i32x4.splat (local.get $more)))))

;; Eight luma bytes at `from` with the parts of their four squares' chroma, left and right, to `to`.
(func $brighten (param $from i32) (param $to i32) (param $left v128) (param $right v128)
  (local $y v128)
  (local.set $y (i16x8.extend_low_i8x16_u (v128.load64_zero (local.get $from))))
  (local.set $y
    (i16x8.narrow_i32x4_s
      (i32x4.shr_s
        (i32x4.add (i32x4.extmul_low_i16x8_s (local.get $y) (i16x8.splat (i32.const 16373))) (local.get $left))
        (i32.const 14))
      (i32x4.shr_s
        (i32x4.add (i32x4.extmul_high_i16x8_s (local.get $y) (i16x8.splat (i32.const 16373))) (local.get $right))
        (i32.const 14))))
  (v128.store64_lane 0 (local.get $to) (i8x16.narrow_i16x8_u (local.get $y) (local.get $y))))

;; A whole picture: `width` is a multiple of 8, `height` even. Its three planes lie one behind the other at `from`, and come to lie so
;; from `to` on.
(func (export "rematrix") (param $from i32) (param $width i32) (param $height i32) (param $to i32)
  (local $area i32) (local $u i32) (local $v i32) (local $ut i32) (local $vt i32) (local $x i32) (local $end i32)
  (local $pairs v128) (local $grey v128) (local $part v128) (local $left v128) (local $right v128)
  (local.set $area (i32.mul (local.get $width) (local.get $height)))
  (local.set $u (i32.add (local.get $from) (local.get $area)))
  (local.set $v (i32.add (local.get $u) (i32.shr_u (local.get $area) (i32.const 2))))
  (local.set $ut (i32.add (local.get $to) (local.get $area)))
  (local.set $vt (i32.add (local.get $ut) (i32.shr_u (local.get $area) (i32.const 2))))
  (local.set $end (i32.add (local.get $from) (local.get $area)))
  (loop $rows
    (local.set $x (i32.const 0))
    (loop $columns
      (local.set $pairs
        (i16x8.extend_low_i8x16_u
          (i8x16.shuffle 0 16 1 17 2 18 3 19 0 0 0 0 0 0 0 0
            (v128.load32_zero (local.get $u)) (v128.load32_zero (local.get $v)))))
      (local.set $grey (i32x4.eq (local.get $pairs) (i32x4.splat (i32.const 0x00800080))))
      (local.set $part
        (i32x4.add
          (i32x4.dot_i16x8_s (local.get $pairs) (v128.const i16x8 -1887 -3451 -1887 -3451 -1887 -3451 -1887 -3451))
          (call $base (local.get $grey) (i32.const 689044) (i32.const 2669))))
      (local.set $left (i8x16.shuffle 0 1 2 3 0 1 2 3 4 5 6 7 4 5 6 7 (local.get $part) (local.get $part)))
      (local.set $right (i8x16.shuffle 8 9 10 11 8 9 10 11 12 13 14 15 12 13 14 15 (local.get $part) (local.get $part)))
      (call $brighten (local.get $from) (local.get $to) (local.get $left) (local.get $right))
      (call $brighten
        (i32.add (local.get $from) (local.get $width)) (i32.add (local.get $to) (local.get $width))
        (local.get $left) (local.get $right))
      (i32.store (local.get $ut)
        (call $blend (local.get $pairs) (v128.const i16x8 16756 1916 16756 1916 16756 1916 16756 1916)
          (call $base (local.get $grey) (i32.const -275376) (i32.const -9336))))
      (i32.store (local.get $vt)
        (call $blend (local.get $pairs) (v128.const i16x8 1201 16856 1201 16856 1201 16856 1201 16856)
          (call $base (local.get $grey) (i32.const -196843) (i32.const -9029))))
      (local.set $from (i32.add (local.get $from) (i32.const 8)))
      (local.set $to (i32.add (local.get $to) (i32.const 8)))
      (local.set $u (i32.add (local.get $u) (i32.const 4)))
      (local.set $v (i32.add (local.get $v) (i32.const 4)))
      (local.set $ut (i32.add (local.get $ut) (i32.const 4)))
      (local.set $vt (i32.add (local.get $vt) (i32.const 4)))
      (local.set $x (i32.add (local.get $x) (i32.const 8)))
      (br_if $columns (i32.lt_u (local.get $x) (local.get $width))))
    ;; The second row of this pair is written already.
    (local.set $from (i32.add (local.get $from) (local.get $width)))
    (local.set $to (i32.add (local.get $to) (local.get $width)))
    (br_if $rows (i32.lt_u (local.get $from) (local.get $end)))))
