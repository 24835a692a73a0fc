<?php
/**
 * Plugin Name: Masthead companion
 * Description: Keeps what Masthead sends besides the text: the id of the article, titles and descriptions for search engines and social networks.
 * Version: 1.0.0
 * Requires at least: 6.2
 * Requires PHP: 7.4
 * License: GPL-2.0-or-later
 *
 * Put this file into wp-content/plugins/masthead-companion/ and activate it. It stores nothing of its own beside the meta of posts.
 */

defined( 'ABSPATH' ) || exit;

const MASTHEAD_META = array(
	'masthead_item_id',
	'masthead_seo_title',
	'masthead_meta_description',
	'masthead_canonical_url',
	'masthead_og_title',
	'masthead_og_description',
	'masthead_twitter_title',
	'masthead_twitter_description',
);

add_action(
	'init',
	function () {
		foreach ( MASTHEAD_META as $key ) {
			register_post_meta(
				'post',
				$key,
				array(
					'type'              => 'string',
					'single'            => true,
					'default'           => '',
					'show_in_rest'      => true,
					'sanitize_callback' => 'masthead_canonical_url' === $key ? 'esc_url_raw' : 'sanitize_text_field',
					'auth_callback'     => function ( $allowed, $meta_key, $post_id ) {
						return current_user_can( 'edit_post', $post_id );
					},
				)
			);
		}
	}
);

/** The value of a key of the post that is shown, or an empty text. */
function masthead_meta( $key ) {
	return is_singular( 'post' ) ? (string) get_post_meta( get_queried_object_id(), 'masthead_' . $key, true ) : '';
}

add_filter(
	'pre_get_document_title',
	function ( $title ) {
		$own = masthead_meta( 'seo_title' );
		return '' === $own ? $title : esc_html( $own );
	},
	20
);

add_filter(
	'get_canonical_url',
	function ( $url ) {
		$own = masthead_meta( 'canonical_url' );
		return '' === $own ? $url : $own;
	}
);

add_action(
	'wp_head',
	function () {
		$tags = array(
			'name="description"'            => masthead_meta( 'meta_description' ),
			'property="og:title"'           => masthead_meta( 'og_title' ),
			'property="og:description"'     => masthead_meta( 'og_description' ),
			'name="twitter:title"'          => masthead_meta( 'twitter_title' ),
			'name="twitter:description"'    => masthead_meta( 'twitter_description' ),
		);
		foreach ( $tags as $attribute => $content ) {
			if ( '' !== $content ) {
				printf( "<meta %s content=\"%s\">\n", $attribute, esc_attr( $content ) ); // phpcs:ignore -- the attribute is ours.
			}
		}
	},
	1
);
